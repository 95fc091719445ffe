-- expect FILE:2: require: there is no module 'nowhere': no file '
return require "nowhere"
