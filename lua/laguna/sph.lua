-- sph.lua: the operators of smoothed particle hydrodynamics as sums over neighbours: lg.sph. Each is
-- a few lines of what a scene can write itself, with volumes at rest (p.V0) and the solver's kernel
-- unless the options of p:sum say otherwise. Monaghan 2005, "Smoothed particle hydrodynamics", names
-- the forms; Price 2012 compares them.
local core = require "laguna.core"
core.own()

local sph = {}

local function dimensions(p) return #p.position end

--- rho = m W(0) + sum of m W, kg/m^dim.
function sph.density(p, options)
  return p.mass * core.own_weight(p, options) + p:sum(function(q) return q.mass * q.W end, options)
end

--- The difference form, sum of V (a_q - a_p) grad W: 0 for a constant whatever the particles do.
local function difference(p, column, options)
  return p.V0 * p:sum(function(q) return q.gradW * (q[column] - p[column]) end, options)
end

local function cross(a, b)
  return core.vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
end
local function dot(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end

--- g = M grad a, with the columns sum of V grad W (x_q - x_p)_k of M, which is 1 where particles
--- surround p evenly: grad a, by Cramer's rule.
local function corrected(p, g, options)
  local column = {}
  for k, axis in ipairs { "x", "y", dimensions(p) == 3 and "z" or nil } do
    column[k] = -p.V0 * p:sum(function(q) return q.gradW * q.offset[axis] end, options)
  end
  local a, b, c = table.unpack(column)
  if not c then
    local det = a.x * b.y - a.y * b.x
    return core.vec((g.x * b.y - g.y * b.x) / det, (a.x * g.y - a.y * g.x) / det)
  end
  local bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
  local det = dot(a, bc)
  return core.vec(dot(g, bc) / det, dot(g, ca) / det, dot(g, ab) / det)
end

--- grad a of a column of one number.
function sph.gradient(p, column, options) return difference(p, column, options) end

--- The symmetric form, sum of V (a_q + a_p) grad W: what p gives q, q gives p with the other sign, so
--- that a force of it keeps momentum (Monaghan 2005, section 3.1).
function sph.symmetric_gradient(p, column, options)
  return p.V0 * p:sum(function(q) return q.gradW * (q[column] + p[column]) end, options)
end

--- The difference form, exact for linear fields also at surfaces and among uneven particles, as long as some
--- neighbours lie in every direction (Randles & Libersky 1996).
function sph.corrected_gradient(p, column, options)
  return corrected(p, difference(p, column, options), options)
end

--- div u of a column that is a vector: sum of V (u_q - u_p) . grad W.
function sph.divergence(p, column, options)
  return p.V0 * p:sum(function(q)
    local d = q[column] - p[column]
    local s = d.x * q.gradW.x + d.y * q.gradW.y
    return dimensions(p) == 3 and s + d.z * q.gradW.z or s
  end, options)
end

--- curl u, a number in 2-D and a vec in 3-D: sum of V grad W x (u_q - u_p).
function sph.curl(p, column, options)
  return p.V0 * p:sum(function(q)
    local d, g = q[column] - p[column], q.gradW
    local z = g.x * d.y - g.y * d.x
    if dimensions(p) == 2 then return z end
    return core.vec(g.y * d.z - g.z * d.y, g.z * d.x - g.x * d.z, z)
  end, options)
end

--- lap a of a column of one number, sum of V (a_q - a_p) q.laplacian (Brookshaw 1985).
function sph.laplacian(p, column, options)
  return p.V0 * p:sum(function(q) return (q[column] - p[column]) * q.laplacian end, options)
end

return sph
