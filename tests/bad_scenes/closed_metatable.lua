-- expect FILE:2: attempt to index a boolean value
getmetatable("").__index = nil
