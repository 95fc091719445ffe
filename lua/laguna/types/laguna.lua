---@meta laguna
-- Made by `laguna docs` from the parameter rows; change those, not this file.

---@alias laguna.point laguna.vec|number[]

---@class laguna.vec
---@field x number
---@field y number
---@field z? number
---@field dot fun(self: laguna.vec, other: laguna.point): number Inner product.
---@field length fun(self: laguna.vec): number Euclidean length.
---@field unpack fun(self: laguna.vec): number ... Its components.

---@class laguna.object
---@field name string? Unique in its world; given in the option table, else kind and number.
---@field kind string Such as `shape.box`.
---@field world laguna.world? The world it is in.
---@field at fun(self: laguna.field, point: laguna.point, t?: number): number|laguna.vec Of fields: the value at a point and time.
---@field distance fun(self: laguna.object, point: laguna.point): number Of shapes and colliders: signed distance, m.
---@field closest fun(self: laguna.object, point: laguna.point): laguna.vec?, laguna.vec? Of shapes and colliders: the nearest point of the surface, and the outward normal there.
---@field extent fun(self: laguna.object): laguna.vec?, laguna.vec? Of shapes and colliders: the corners of the bounding box; nothing where there is none.

---@class laguna.shape: laguna.object

---@class laguna.shape.box_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field min? laguna.point lower corner (m; default {0, 0, 0})
---@field max? laguna.point upper corner, above `min` on every axis (m; default {1, 1, 1})

---@class laguna.shape.box: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field min laguna.point lower corner (m; default {0, 0, 0})
---@field max laguna.point upper corner, above `min` on every axis (m; default {1, 1, 1})

---@class laguna.shape.capsule_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field a? laguna.point centre of one round end (m; default {0, 0, 0})
---@field b? laguna.point centre of the other round end (m; default {0, 1, 0})
---@field radius? number radius of the rod and of its ends (m; default 0.25; > 0)

---@class laguna.shape.capsule: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field a laguna.point centre of one round end (m; default {0, 0, 0})
---@field b laguna.point centre of the other round end (m; default {0, 1, 0})
---@field radius number radius of the rod and of its ends (m; default 0.25; > 0)

---@class laguna.shape.complement_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shape laguna.shape what is left out (required)

---@class laguna.shape.complement: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shape laguna.shape what is left out (required)

---@class laguna.shape.cylinder_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field a? laguna.point centre of one flat end (m; default {0, 0, 0})
---@field b? laguna.point centre of the other flat end (m; default {0, 1, 0})
---@field radius? number radius (m; default 0.25; > 0)

---@class laguna.shape.cylinder: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field a laguna.point centre of one flat end (m; default {0, 0, 0})
---@field b laguna.point centre of the other flat end (m; default {0, 1, 0})
---@field radius number radius (m; default 0.25; > 0)

---@class laguna.shape.difference_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shape laguna.shape what is cut (required)
---@field minus laguna.shape what is taken away (required)

---@class laguna.shape.difference: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shape laguna.shape what is cut (required)
---@field minus laguna.shape what is taken away (required)

---@class laguna.shape.intersection_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shapes laguna.shape[] the shapes that must overlap (required)

---@class laguna.shape.intersection: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shapes laguna.shape[] the shapes that must overlap (required)

---@class laguna.shape.mesh_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field file string the OBJ file, relative to the scene (required)
---@field scale? number how long one unit of the file is (m; default 1; > 0)

---@class laguna.shape.mesh: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field file string the OBJ file, relative to the scene (required)
---@field scale number how long one unit of the file is (m; default 1; > 0)

---@class laguna.shape.plane_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field point? laguna.point any point of the plane (m; default {0, 0, 0})
---@field normal? laguna.point points out of the solid side, of any length (default {0, 1, 0})

---@class laguna.shape.plane: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field point laguna.point any point of the plane (m; default {0, 0, 0})
---@field normal laguna.point points out of the solid side, of any length (default {0, 1, 0})

---@class laguna.shape.sphere_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field center? laguna.point centre (m; default {0, 0, 0})
---@field radius? number radius (m; default 0.5; > 0)

---@class laguna.shape.sphere: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field center laguna.point centre (m; default {0, 0, 0})
---@field radius number radius (m; default 0.5; > 0)

---@class laguna.shape.union_options
---@field name? string unique in its world
---@field translation? laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation? number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shapes laguna.shape[] the shapes that are joined (required)

---@class laguna.shape.union: laguna.shape
---@field translation laguna.point moves the shape, after its rotation (m; default {0, 0, 0})
---@field rotation number|laguna.point turns the shape about its origin: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field shapes laguna.shape[] the shapes that are joined (required)

---@class laguna.shapes
---@field box fun(options?: laguna.shape.box_options): laguna.shape.box A box between two corners.
---@field capsule fun(options?: laguna.shape.capsule_options): laguna.shape.capsule A rod with round ends.
---@field complement fun(options?: laguna.shape.complement_options): laguna.shape.complement Everything outside another shape.
---@field cylinder fun(options?: laguna.shape.cylinder_options): laguna.shape.cylinder A rod with flat ends; a rectangle in 2-D.
---@field difference fun(options?: laguna.shape.difference_options): laguna.shape.difference One shape without another.
---@field intersection fun(options?: laguna.shape.intersection_options): laguna.shape.intersection What is in all of several shapes.
---@field mesh fun(options?: laguna.shape.mesh_options): laguna.shape.mesh The inside of a closed surface from an OBJ file.
---@field plane fun(options?: laguna.shape.plane_options): laguna.shape.plane A half-space: everything behind a plane.
---@field sphere fun(options?: laguna.shape.sphere_options): laguna.shape.sphere A ball about a centre; a disc in 2-D.
---@field union fun(options?: laguna.shape.union_options): laguna.shape.union What is in any of several shapes.

---@class laguna.material: laguna.object

---@class laguna.material.fluid_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field surface_tension? number pulls its surfaces round, those with other materials too (N/m; default 0; >= 0)

---@class laguna.material.fluid: laguna.material
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field surface_tension number pulls its surfaces round, those with other materials too (N/m; default 0; >= 0)

---@class laguna.materials
---@field fluid fun(options?: laguna.material.fluid_options): laguna.material.fluid What particles are made of: one of several fluids in a world.

---@class laguna.emitter: laguna.object

---@class laguna.emitter.inlet_options
---@field name? string unique in its world
---@field center? laguna.point middle of the mouth (m; default {0, 0, 0})
---@field material? laguna.material what the particles are made of; without it, of the solver's values
---@field direction? laguna.point where the jet goes, of any length (default {1, 0, 0})
---@field width? number diameter of the mouth (m; default 0.2; > 0)
---@field speed? number of the jet (m/s; default 1; >= 0)
---@field max_particles? integer stops after as many (default 1e8; >= 0)
---@field filter? function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled? boolean off: nothing leaves, and the next layer starts at the mouth (default true)

---@class laguna.emitter.inlet: laguna.emitter
---@field center laguna.point middle of the mouth (m; default {0, 0, 0})
---@field material laguna.material what the particles are made of; without it, of the solver's values
---@field direction laguna.point where the jet goes, of any length (default {1, 0, 0})
---@field width number diameter of the mouth (m; default 0.2; > 0)
---@field speed number of the jet (m/s; default 1; >= 0)
---@field max_particles integer stops after as many (default 1e8; >= 0)
---@field filter function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled boolean off: nothing leaves, and the next layer starts at the mouth (default true)

---@class laguna.emitter.point_options
---@field name? string unique in its world
---@field position? laguna.point the nozzle (m; default {0, 0, 0})
---@field material? laguna.material what the particles are made of; without it, of the solver's values
---@field direction? laguna.point middle of the cone, of any length (default {0, 1, 0})
---@field speed? number speed at the nozzle (m/s; default 1; >= 0)
---@field speed_max? number above `speed`: speeds are drawn evenly from `speed` to here (m/s; default 0; >= 0)
---@field spread? number half the opening of the cone (rad; default 0; >= 0, <= 3.14159)
---@field rate? number particles a second (1/s; default 100; >= 0, <= 1e7)
---@field max_particles? integer stops after as many (default 1e6; >= 0)
---@field filter? function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled? boolean off: nothing leaves (default true)
---@field allow_overlapping? boolean fluid may be born where fluid is (default false)

---@class laguna.emitter.point: laguna.emitter
---@field position laguna.point the nozzle (m; default {0, 0, 0})
---@field material laguna.material what the particles are made of; without it, of the solver's values
---@field direction laguna.point middle of the cone, of any length (default {0, 1, 0})
---@field speed number speed at the nozzle (m/s; default 1; >= 0)
---@field speed_max number above `speed`: speeds are drawn evenly from `speed` to here (m/s; default 0; >= 0)
---@field spread number half the opening of the cone (rad; default 0; >= 0, <= 3.14159)
---@field rate number particles a second (1/s; default 100; >= 0, <= 1e7)
---@field max_particles integer stops after as many (default 1e6; >= 0)
---@field filter function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled boolean off: nothing leaves (default true)
---@field allow_overlapping boolean fluid may be born where fluid is (default false)

---@class laguna.emitter.sink_options
---@field name? string unique in its world
---@field shape laguna.shape where particles vanish (required)
---@field enabled? boolean off: takes nothing (default true)

---@class laguna.emitter.sink: laguna.emitter
---@field shape laguna.shape where particles vanish (required)
---@field enabled boolean off: takes nothing (default true)

---@class laguna.emitter.volume_options
---@field name? string unique in its world
---@field shape laguna.shape what is filled (required)
---@field material? laguna.material what the particles are made of; without it, of the solver's values
---@field bounds? laguna.shape a second shape, beyond which nothing is filled; without it, only the world ends the lattice
---@field lattice? "square"|"hex" square (cubic), or hex: hexagonal in 2-D, body-centred cubic in 3-D (default square)
---@field jitter? number moves each particle by this share of half a spacing, some way inside the shape (default 0; >= 0, <= 1)
---@field one_shot? boolean fills once; off: again and again, wherever there is room (default true)
---@field interval? number time between two fills, if not one-shot; 0 fills in every sub-step (s; default 0; >= 0)
---@field max_particles? integer stops after as many (default 1e8; >= 0)
---@field allow_overlapping? boolean fills sites that are taken already (default false)
---@field velocity? laguna.point of the particles (m/s; default {0, 0, 0})
---@field angular_velocity? number|laguna.point spin about the middle of the shape's box, added to the velocity (rad/s; default 0)
---@field filter? function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled? boolean off: fills nothing, and a one-shot waits (default true)

---@class laguna.emitter.volume: laguna.emitter
---@field shape laguna.shape what is filled (required)
---@field material laguna.material what the particles are made of; without it, of the solver's values
---@field bounds laguna.shape a second shape, beyond which nothing is filled; without it, only the world ends the lattice
---@field lattice "square"|"hex" square (cubic), or hex: hexagonal in 2-D, body-centred cubic in 3-D (default square)
---@field jitter number moves each particle by this share of half a spacing, some way inside the shape (default 0; >= 0, <= 1)
---@field one_shot boolean fills once; off: again and again, wherever there is room (default true)
---@field interval number time between two fills, if not one-shot; 0 fills in every sub-step (s; default 0; >= 0)
---@field max_particles integer stops after as many (default 1e8; >= 0)
---@field allow_overlapping boolean fills sites that are taken already (default false)
---@field velocity laguna.point of the particles (m/s; default {0, 0, 0})
---@field angular_velocity number|laguna.point spin about the middle of the shape's box, added to the velocity (rad/s; default 0)
---@field filter function a condition of the position: emits only where it holds, function(p, t) return p.x > 0 end
---@field enabled boolean off: fills nothing, and a one-shot waits (default true)

---@class laguna.emitters
---@field inlet fun(options?: laguna.emitter.inlet_options): laguna.emitter.inlet A pipe's mouth that feeds a packed jet.
---@field point fun(options?: laguna.emitter.point_options): laguna.emitter.point A nozzle: particles leave one point at a steady rate.
---@field sink fun(options?: laguna.emitter.sink_options): laguna.emitter.sink Takes away the particles inside a shape.
---@field volume fun(options?: laguna.emitter.volume_options): laguna.emitter.volume Fills a shape with a lattice of particles.

---@class laguna.collider: laguna.object

---@class laguna.collider.body_options
---@field name? string unique in its world
---@field shape laguna.shape what is solid (required)
---@field density? number of the body (kg/m3; default 500; >= 0)
---@field mass? number besides density x volume, spread as that is (kg; default 0; >= 0)
---@field held? boolean nothing pushes it: it goes as its velocity says, as a hand that drags it does (default false)
---@field friction? number Coulomb coefficient; of two solids the geometric mean counts (default 0.2; >= 0)
---@field restitution? number how much of the speed of a hit comes back; of two solids the larger counts (default 0.2; >= 0, <= 1)
---@field slip? "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field translation? laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation? number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity? laguna.point of its centre of mass (m/s; default {0, 0, 0})
---@field angular_velocity? number|laguna.point turns it about its centre of mass (rad/s; default 0)

---@class laguna.collider.body: laguna.collider
---@field shape laguna.shape what is solid (required)
---@field density number of the body (kg/m3; default 500; >= 0)
---@field mass number besides density x volume, spread as that is (kg; default 0; >= 0)
---@field held boolean nothing pushes it: it goes as its velocity says, as a hand that drags it does (default false)
---@field friction number Coulomb coefficient; of two solids the geometric mean counts (default 0.2; >= 0)
---@field restitution number how much of the speed of a hit comes back; of two solids the larger counts (default 0.2; >= 0, <= 1)
---@field slip "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field translation laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity laguna.point of its centre of mass (m/s; default {0, 0, 0})
---@field angular_velocity number|laguna.point turns it about its centre of mass (rad/s; default 0)

---@class laguna.collider.solid_options
---@field name? string unique in its world
---@field shape laguna.shape what is solid (required)
---@field friction? number Coulomb coefficient: how much of a hit's strength slows the slide (default 0; >= 0)
---@field restitution? number how much of the speed of a hit comes back (default 0; >= 0, <= 1)
---@field slip? "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field translation? laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation? number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity? laguna.point moves it (m/s; default {0, 0, 0})
---@field angular_velocity? number|laguna.point turns it about the origin of the shape (rad/s; default 0)

---@class laguna.collider.solid: laguna.collider
---@field shape laguna.shape what is solid (required)
---@field friction number Coulomb coefficient: how much of a hit's strength slows the slide (default 0; >= 0)
---@field restitution number how much of the speed of a hit comes back (default 0; >= 0, <= 1)
---@field slip "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field translation laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity laguna.point moves it (m/s; default {0, 0, 0})
---@field angular_velocity number|laguna.point turns it about the origin of the shape (rad/s; default 0)

---@class laguna.collider.spring_wall_options
---@field name? string unique in its world
---@field shape laguna.shape what is solid; a bottle is the complement of its inside (required)
---@field stiffness? number acceleration per depth of penetration (1/s2; default 3600; > 0, <= 1e8)
---@field reach? number how far in front of the face the spring begins (spacings; default 0.5; >= 0, <= 4)
---@field friction? number Coulomb coefficient of the face behind the spring (default 0; >= 0)
---@field restitution? number how much of the speed of a hit on the face comes back (default 0; >= 0, <= 1)
---@field slip? "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field draggable? boolean all particles go with it: a bottle to be shaken by hand, with lg.field.inertia (default false)
---@field translation? laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation? number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity? laguna.point moves it (m/s; default {0, 0, 0})

---@class laguna.collider.spring_wall: laguna.collider
---@field shape laguna.shape what is solid; a bottle is the complement of its inside (required)
---@field stiffness number acceleration per depth of penetration (1/s2; default 3600; > 0, <= 1e8)
---@field reach number how far in front of the face the spring begins (spacings; default 0.5; >= 0, <= 4)
---@field friction number Coulomb coefficient of the face behind the spring (default 0; >= 0)
---@field restitution number how much of the speed of a hit on the face comes back (default 0; >= 0, <= 1)
---@field slip "free"|"no" whether a fluid slides along it or sticks to it (default free)
---@field draggable boolean all particles go with it: a bottle to be shaken by hand, with lg.field.inertia (default false)
---@field translation laguna.point where the origin of the shape is (m; default {0, 0, 0})
---@field rotation number|laguna.point how it is turned: an angle in 2-D, axis times angle in 3-D (rad; default 0)
---@field velocity laguna.point moves it (m/s; default {0, 0, 0})

---@class laguna.colliders
---@field body fun(options?: laguna.collider.body_options): laguna.collider.body A rigid body that the fluid moves: it floats, sinks and spins.
---@field solid fun(options?: laguna.collider.solid_options): laguna.collider.solid A rigid body that particles cannot enter, at rest or moving.
---@field spring_wall fun(options?: laguna.collider.spring_wall_options): laguna.collider.spring_wall A springy wall, or a bottle of them to be dragged by hand.

---@class laguna.field: laguna.object

---@class laguna.field.attractor_options
---@field name? string unique in its world
---@field center? laguna.point where it pulls to (m; default {0, 0, 0})
---@field strength? number pull; at 1 m about as many m/s2 (by falloff; default 1)
---@field softening? number radius inside which the pull levels off (m; default 0.1; > 0)
---@field falloff? "inverse_square"|"inverse"|"constant"|"linear" how the pull changes with distance (default inverse_square)

---@class laguna.field.attractor: laguna.field
---@field center laguna.point where it pulls to (m; default {0, 0, 0})
---@field strength number pull; at 1 m about as many m/s2 (by falloff; default 1)
---@field softening number radius inside which the pull levels off (m; default 0.1; > 0)
---@field falloff "inverse_square"|"inverse"|"constant"|"linear" how the pull changes with distance (default inverse_square)

---@class laguna.field.constant_options
---@field name? string unique in its world
---@field value? laguna.point the vector: an acceleration, or a velocity where it is a wind (m/s2 or m/s; default {1, 0, 0})

---@class laguna.field.constant: laguna.field
---@field value laguna.point the vector: an acceleration, or a velocity where it is a wind (m/s2 or m/s; default {1, 0, 0})

---@class laguna.field.drag_options
---@field name? string unique in its world
---@field wind? laguna.field velocity of the medium (m/s), a vector field; none: at rest
---@field coefficient? number force per difference in speed, on one particle (kg/s; default 0.0001; >= 0)

---@class laguna.field.drag: laguna.field
---@field wind laguna.field velocity of the medium (m/s), a vector field; none: at rest
---@field coefficient number force per difference in speed, on one particle (kg/s; default 0.0001; >= 0)

---@class laguna.field.formula_options
---@field name? string unique in its world
---@field program function the formula: a function of a particle and the time in s (required)
---@field uses? laguna.field[] other fields that it samples; they act through it alone

---@class laguna.field.formula: laguna.field
---@field program function the formula: a function of a particle and the time in s (required)
---@field uses laguna.field[] other fields that it samples; they act through it alone

---@class laguna.field.grid_options
---@field name? string unique in its world
---@field source laguna.field the field that is taken down, as it is when the grid is made (required)
---@field cell? number distance of the nodes (m; default 0.1; > 0)
---@field shape? laguna.shape a grid over the box of this shape; without one over the world

---@class laguna.field.grid: laguna.field
---@field source laguna.field the field that is taken down, as it is when the grid is made (required)
---@field cell number distance of the nodes (m; default 0.1; > 0)
---@field shape laguna.shape a grid over the box of this shape; without one over the world

---@class laguna.field.inertia_options
---@field name? string unique in its world
---@field of laguna.collider the collider whose acceleration is felt (required)
---@field smoothing? number spreads each change of its velocity over this time (s; default 0.05; >= 0)

---@class laguna.field.inertia: laguna.field
---@field of laguna.collider the collider whose acceleration is felt (required)
---@field smoothing number spreads each change of its velocity over this time (s; default 0.05; >= 0)

---@class laguna.field.noise_options
---@field name? string unique in its world
---@field form? "curl"|"scalar"|"vector" curl: a vector without divergence; vector: components of their own (default curl)
---@field scale? number size of its largest bumps (m; default 0.5; > 0)
---@field strength? number about its largest value, in the unit of what it is used as (default 1)
---@field octaves? integer how many sizes, each half of the one before (default 1; >= 1, <= 8)
---@field seed? integer another seed, another pattern (default 1; >= 0, <= 4.29497e9)
---@field drift? laguna.point velocity of the whole pattern (m/s; default {0, 0, 0})

---@class laguna.field.noise: laguna.field
---@field form "curl"|"scalar"|"vector" curl: a vector without divergence; vector: components of their own (default curl)
---@field scale number size of its largest bumps (m; default 0.5; > 0)
---@field strength number about its largest value, in the unit of what it is used as (default 1)
---@field octaves integer how many sizes, each half of the one before (default 1; >= 1, <= 8)
---@field seed integer another seed, another pattern (default 1; >= 0, <= 4.29497e9)
---@field drift laguna.point velocity of the whole pattern (m/s; default {0, 0, 0})

---@class laguna.field.vortex_options
---@field name? string unique in its world
---@field center? laguna.point any point of the axis (m; default {0, 0, 0})
---@field axis? laguna.point direction of the axis, of any length; not used in 2-D, where it is z (default {0, 0, 1})
---@field strength? number circulation far from the core; turns from x to y if positive (m2/s; default 1)
---@field core? number radius of the core (m; default 0.1; > 0)

---@class laguna.field.vortex: laguna.field
---@field center laguna.point any point of the axis (m; default {0, 0, 0})
---@field axis laguna.point direction of the axis, of any length; not used in 2-D, where it is z (default {0, 0, 1})
---@field strength number circulation far from the core; turns from x to y if positive (m2/s; default 1)
---@field core number radius of the core (m; default 0.1; > 0)

---@class laguna.fields
---@field attractor fun(options?: laguna.field.attractor_options): laguna.field.attractor A pull towards a point.
---@field constant fun(options?: laguna.field.constant_options): laguna.field.constant The same vector everywhere.
---@field drag fun(options?: laguna.field.drag_options): laguna.field.drag The drag of air, at rest or blowing, on each particle.
---@field formula fun(options?: laguna.field.formula_options): laguna.field.formula Any function of the particle and time.
---@field grid fun(options?: laguna.field.grid_options): laguna.field.grid Another field, taken down on a grid and interpolated.
---@field inertia fun(options?: laguna.field.inertia_options): laguna.field.inertia The reversed acceleration of a collider: it shakes the water in a bottle.
---@field noise fun(options?: laguna.field.noise_options): laguna.field.noise Smooth chance: gradient noise, or its curl, which only stirs.
---@field vortex fun(options?: laguna.field.vortex_options): laguna.field.vortex A vortex with a smooth core.

---@class laguna.solver: laguna.object

---@class laguna.solver.dfsph_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph? number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension? number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity? number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting? number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel? "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default cubic_spline)
---@field support? number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl? number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field max_density_error_ratio? number the density solve ends where this mean error can stand (default 0.0002; >= 1e-7, <= 1)
---@field max_divergence_error_ratio? number the divergence solve ends below this mean rate times dt (default 0.001; >= 1e-7, <= 1)
---@field min_iterations? integer iterations of the density solve, at least (default 2; >= 0, <= 1000)
---@field max_iterations? integer iterations of either solve, at most (default 100; >= 1, <= 10000)
---@field divergence_solve? boolean whether the rate of the density is corrected too (default true)
---@field warm_start? number share of the last pressures that a solve begins with (default 1; >= 0, <= 1)
---@field smoothing? number holds zigzags of the pressure, which no density feels (default 0.05; >= 0, <= 0.3)

---@class laguna.solver.dfsph: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default cubic_spline)
---@field support number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field max_density_error_ratio number the density solve ends where this mean error can stand (default 0.0002; >= 1e-7, <= 1)
---@field max_divergence_error_ratio number the divergence solve ends below this mean rate times dt (default 0.001; >= 1e-7, <= 1)
---@field min_iterations integer iterations of the density solve, at least (default 2; >= 0, <= 1000)
---@field max_iterations integer iterations of either solve, at most (default 100; >= 1, <= 10000)
---@field divergence_solve boolean whether the rate of the density is corrected too (default true)
---@field warm_start number share of the last pressures that a solve begins with (default 1; >= 0, <= 1)
---@field smoothing number holds zigzags of the pressure, which no density feels (default 0.05; >= 0, <= 0.3)

---@class laguna.solver.flash_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field support? number RANGE: how far particles feel each other (spacings; default 2.5; >= 1.5, <= 6)
---@field pressure? number PRESSURE: the density rises by 1 / pressure from surface to bottom (default 10; >= 0.1, <= 1000)
---@field drag? number VISCOSITY: how much neighbours slow each other, besides what `viscosity` says (default 0.2; >= 0, <= 4)

---@class laguna.solver.flash: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field support number RANGE: how far particles feel each other (spacings; default 2.5; >= 1.5, <= 6)
---@field pressure number PRESSURE: the density rises by 1 / pressure from surface to bottom (default 10; >= 0.1, <= 1000)
---@field drag number VISCOSITY: how much neighbours slow each other, besides what `viscosity` says (default 0.2; >= 0, <= 4)

---@class laguna.solver.flip_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field cells_max_axis? integer cells along the longest axis; 0: as many as particles_per_cell and the spacing give (default 0; >= 0, <= 4096)
---@field particles_per_cell? number particles at the world's spacing in a full cell, if cells_max_axis is 0 (default 4 in 2-D, 8 in 3-D; >= 1, <= 64)
---@field transfer? "pic"|"flip"|"apic" pic: smooth, damps; flip: lively, noisy; apic: keeps affine motion and angular momentum (default flip)
---@field flip? number share of its own velocity that a particle keeps in 1/60 s, if transfer is flip; 0 is PIC (default 0.95; >= 0, <= 1)
---@field pressure? "mgpcg"|"sor" mgpcg: to the tolerance, by multigrid-preconditioned conjugate gradients; sor: the seed's red-black sweeps (default mgpcg)
---@field tolerance? number largest divergence that is left, against the largest before, if pressure is mgpcg (default 0.0001; >= 1e-9, <= 0.5)
---@field iterations? integer at most, if pressure is mgpcg (default 100; >= 1, <= 10000)
---@field sweeps? integer if pressure is sor (default 50; >= 1, <= 100000)
---@field relaxation? number over-relaxation, if pressure is sor (default 1.6; >= 0.1, <= 1.99)
---@field cfl? number how far a particle may move in a sub-step (cells; default 1; >= 0.05, <= 5)
---@field volume_feedback? number rate at which overfull and hollow cells are brought back to their volume (1/s; default 15; >= 0, <= 100)
---@field solids? "fractions"|"voxels" fractions: faces are closed by the share that a solid covers; voxels: wholly or not (default fractions)
---@field advection? "particles"|"grid" what carries the velocity; grid: full bounds, no surface (default particles)
---@field reseed? boolean adds and takes particles well inside the fluid; the sum of their masses stays (default false)
---@field reseed_min? number a cell with fewer particles is given some, if reseed (full cells; default 0.5; >= 0, <= 1)
---@field reseed_max? number a cell with more particles loses some, if reseed (full cells; default 2; >= 1, <= 100)

---@class laguna.solver.flip: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field cells_max_axis integer cells along the longest axis; 0: as many as particles_per_cell and the spacing give (default 0; >= 0, <= 4096)
---@field particles_per_cell number particles at the world's spacing in a full cell, if cells_max_axis is 0 (default 4 in 2-D, 8 in 3-D; >= 1, <= 64)
---@field transfer "pic"|"flip"|"apic" pic: smooth, damps; flip: lively, noisy; apic: keeps affine motion and angular momentum (default flip)
---@field flip number share of its own velocity that a particle keeps in 1/60 s, if transfer is flip; 0 is PIC (default 0.95; >= 0, <= 1)
---@field pressure "mgpcg"|"sor" mgpcg: to the tolerance, by multigrid-preconditioned conjugate gradients; sor: the seed's red-black sweeps (default mgpcg)
---@field tolerance number largest divergence that is left, against the largest before, if pressure is mgpcg (default 0.0001; >= 1e-9, <= 0.5)
---@field iterations integer at most, if pressure is mgpcg (default 100; >= 1, <= 10000)
---@field sweeps integer if pressure is sor (default 50; >= 1, <= 100000)
---@field relaxation number over-relaxation, if pressure is sor (default 1.6; >= 0.1, <= 1.99)
---@field cfl number how far a particle may move in a sub-step (cells; default 1; >= 0.05, <= 5)
---@field volume_feedback number rate at which overfull and hollow cells are brought back to their volume (1/s; default 15; >= 0, <= 100)
---@field solids "fractions"|"voxels" fractions: faces are closed by the share that a solid covers; voxels: wholly or not (default fractions)
---@field advection "particles"|"grid" what carries the velocity; grid: full bounds, no surface (default particles)
---@field reseed boolean adds and takes particles well inside the fluid; the sum of their masses stays (default false)
---@field reseed_min number a cell with fewer particles is given some, if reseed (full cells; default 0.5; >= 0, <= 1)
---@field reseed_max number a cell with more particles loses some, if reseed (full cells; default 2; >= 1, <= 100)

---@class laguna.solver.particles_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})

---@class laguna.solver.particles: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})

---@class laguna.solver.pbf_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph? number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension? number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity? number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting? number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel? "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of the density (default cubic_spline)
---@field gradient? "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of the displacements (default cubic_spline)
---@field support? number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl? number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field iterations? integer iterations a sub-step (default 5; >= 1, <= 1000)
---@field epsilon? number relaxation of lambda, in the full lattice's sum of |grad C|^2 (default 0.01; >= 0, <= 100)
---@field corr_k? number artificial pressure against clumps, over the same sum; 0 for measurements (default 0.1; >= 0, <= 1)
---@field corr_delta_q? number distance at which the artificial pressure is corr_k (R; default 0.3; >= 0.01, <= 0.4)

---@class laguna.solver.pbf: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of the density (default cubic_spline)
---@field gradient "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of the displacements (default cubic_spline)
---@field support number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field iterations integer iterations a sub-step (default 5; >= 1, <= 1000)
---@field epsilon number relaxation of lambda, in the full lattice's sum of |grad C|^2 (default 0.01; >= 0, <= 100)
---@field corr_k number artificial pressure against clumps, over the same sum; 0 for measurements (default 0.1; >= 0, <= 1)
---@field corr_delta_q number distance at which the artificial pressure is corr_k (R; default 0.3; >= 0.01, <= 0.4)

---@class laguna.solver.pcisph_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph? number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension? number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity? number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting? number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel? "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default cubic_spline)
---@field support? number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl? number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field density_error? "max"|"average" which density error the limit is for (default average)
---@field max_density_error_ratio? number iterations end where this error of rho / rho0 can stand (the seed: max 0.01 and 5 iterations, which is soft) (default 0.0002; >= 1e-7, <= 1)
---@field min_iterations? integer iterations, at least (default 3; >= 1, <= 1000)
---@field max_iterations? integer iterations, at most (default 100; >= 1, <= 10000)
---@field negative_pressure_scale? number what is left of a pressure below zero (default 0; >= 0, <= 1)
---@field warm_start? number share of the last pressure that the iterations begin with; 0 as in the paper (default 1; >= 0, <= 1)
---@field smoothing? number holds zigzags of the pressure, which no density feels (default 0.05 in 2-D, 0 in 3-D; >= 0, <= 0.3)

---@class laguna.solver.pcisph: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0.05; >= 0, <= 1)
---@field surface_tension number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 0; >= 0, <= 4)
---@field kernel "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default cubic_spline)
---@field support number support radius (spacings; default 2.8 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field cfl number how far a particle may move in a sub-step (spacings; default 0.4; >= 0.01, <= 1)
---@field density_error "max"|"average" which density error the limit is for (default average)
---@field max_density_error_ratio number iterations end where this error of rho / rho0 can stand (the seed: max 0.01 and 5 iterations, which is soft) (default 0.0002; >= 1e-7, <= 1)
---@field min_iterations integer iterations, at least (default 3; >= 1, <= 1000)
---@field max_iterations integer iterations, at most (default 100; >= 1, <= 10000)
---@field negative_pressure_scale number what is left of a pressure below zero (default 0; >= 0, <= 1)
---@field warm_start number share of the last pressure that the iterations begin with; 0 as in the paper (default 1; >= 0, <= 1)
---@field smoothing number holds zigzags of the pressure, which no density feels (default 0.05 in 2-D, 0 in 3-D; >= 0, <= 0.3)

---@class laguna.solver.wcsph_options
---@field name? string unique in its world
---@field density? number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity? number dynamic viscosity (Pa s; default 0; >= 0)
---@field color? number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph? number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0; >= 0, <= 1)
---@field surface_tension? number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity? number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting? number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 1; >= 0, <= 4)
---@field kernel? "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default wendland_c2 in 2-D, cubic_spline in 3-D)
---@field support? number support radius (spacings; default 3.2 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field stiffness? number speed of sound over the fastest flow: density varies by about 1 / stiffness^2 (default 10; >= 5, <= 100)
---@field courant? number how far sound may travel in a sub-step (R/2; default 0.4; >= 0.01, <= 0.6)
---@field alpha? number artificial viscosity (default 0.1; >= 0, <= 2)
---@field damping? number damps sound waves, not the flow (default 0.6; >= 0, <= 2)

---@class laguna.solver.wcsph: laguna.solver
---@field density number rest density; particle mass = density x spacing^dim, set at emission: particles that are there keep theirs (kg/m3; default 1000; > 0)
---@field viscosity number dynamic viscosity (Pa s; default 0; >= 0)
---@field color number[] where the picture is coloured by material (default {0.16, 0.45, 0.8, 1})
---@field xsph number share of the neighbours' velocity that a particle takes over: smooths the flow (default 0; >= 0, <= 1)
---@field surface_tension number pulls surfaces round: roughly this tension (N/m; default 0; >= 0)
---@field vorticity number vorticity confinement: gives eddies back what smoothing took; counts up to a tenth of the fastest flow (m/s; default 0; >= 0)
---@field shifting number moves particles apart where a viscous flow presses them together: no strings, no clumps (default 1; >= 0, <= 4)
---@field kernel "cubic_spline"|"wendland_c2"|"poly6"|"spiky" smoothing kernel of density and forces (default wendland_c2 in 2-D, cubic_spline in 3-D)
---@field support number support radius (spacings; default 3.2 in 2-D, 2 in 3-D; >= 1.5, <= 6)
---@field stiffness number speed of sound over the fastest flow: density varies by about 1 / stiffness^2 (default 10; >= 5, <= 100)
---@field courant number how far sound may travel in a sub-step (R/2; default 0.4; >= 0.01, <= 0.6)
---@field alpha number artificial viscosity (default 0.1; >= 0, <= 2)
---@field damping number damps sound waves, not the flow (default 0.6; >= 0, <= 2)

---@class laguna.solvers
---@field dfsph fun(options?: laguna.solver.dfsph_options): laguna.solver.dfsph divergence-free SPH: incompressible, large steps, few iterations
---@field flash fun(options?: laguna.solver.flash_options): laguna.solver.flash the soft fluid of a Flash demo: pressure and drag between neighbours, few steps, compressible
---@field flip fun(options?: laguna.solver.flip_options): laguna.solver.flip PIC, FLIP and APIC: particles carry the fluid, a staggered grid makes it incompressible
---@field particles fun(options?: laguna.solver.particles_options): laguna.solver.particles Particles that fly, fall and bounce, and do not feel each other.
---@field pbf fun(options?: laguna.solver.pbf_options): laguna.solver.pbf position based fluids: five iterations a sub-step, whatever comes of it
---@field pcisph fun(options?: laguna.solver.pcisph_options): laguna.solver.pcisph predictive-corrective SPH: incompressible, corrects the density it predicts
---@field wcsph fun(options?: laguna.solver.wcsph_options): laguna.solver.wcsph weakly compressible SPH: simple, robust, many small steps

---@class laguna.stats
---@field frame integer frames done
---@field time number simulated time (s)
---@field particles integer particles in the world
---@field emitted integer particles that emitters have made since the start
---@field culled integer particles that have left by an open edge since the start
---@field removed integer particles that sinks, scripts and solids have taken since the start
---@field guarded integer particles that the guard has removed since the start: not a number, or runaway
---@field substeps integer sub-steps of the frame
---@field dt number length of the last sub-step (s)
---@field limit string what bound the sub-steps: the frame itself or a stability limit of the solver
---@field max_speed number speed of the fastest particle (m/s)
---@field density_error_mean number mean of max(0, rho - rho0) / rho0; 0 where a solver has no density
---@field density_error_max number maximum of max(0, rho - rho0) / rho0; 0 where a solver has no density
---@field iterations integer iterations of the last sub-step; 0 where a solver does not iterate
---@field residual number what the iterations of the last sub-step left; 0 where a solver does not iterate
---@field seconds number wall time of the frame (s)
---@field visited integer particles that scripts visited one by one (world:each) since the frame before
---@field visit_seconds number wall time of these visits (s)
---@field bytes integer memory held by the world (B)
---@field stages table<string, number> seconds of each stage

---@class laguna.particles
---@field [string] laguna.buffer a column
---@field add fun(self: laguna.particles, position: laguna.point, velocity?: laguna.point): integer Adds one particle; returns its id.
---@field add_column fun(self: laguna.particles, name: string, components?: integer) A column of your own, 0 at first.
---@field columns fun(self: laguna.particles): string[] The names of all columns.
---@field near fun(self: laguna.particles, point: laguna.point, radius: number): integer[] Indices of the particles nearer to a point than so many metres.

---@class laguna.buffer
---@field [integer] number|laguna.vec of one particle
---@field get fun(self: laguna.buffer, i: integer): number ... The components of one particle.
---@field set fun(self: laguna.buffer, i: integer, ...: number) Sets one particle.
---@field fill fun(self: laguna.buffer, value: number|laguna.point) Sets all.
---@field shift fun(self: laguna.buffer, value: number|laguna.point) Adds to all.
---@field scale fun(self: laguna.buffer, factor: number) Multiplies all.
---@field sum fun(self: laguna.buffer): number|laguna.vec Of all particles.
---@field mean fun(self: laguna.buffer): number|laguna.vec Of all particles.
---@field min fun(self: laguna.buffer): number|laguna.vec The least, by component.
---@field max fun(self: laguna.buffer): number|laguna.vec The greatest, by component.

---@class laguna.grids
---@field [string] laguna.grid a grid of the solver

---@class laguna.grid
---@field [integer] number|laguna.vec a cell, x fastest
---@field size laguna.vec cells along each axis
---@field cell laguna.vec edges of a cell, m
---@field origin laguna.vec lower corner, m
---@field unit string of the values
---@field get fun(self: laguna.grid, i: integer, j: integer, k?: integer): number|laguna.vec The middle of a cell, counted from 1.
---@field sample fun(self: laguna.grid, p: laguna.point): number|laguna.vec At a point, between the values.
---@field min fun(self: laguna.grid): number Of all cells, of a grid of numbers.
---@field max fun(self: laguna.grid): number Of all cells, of a grid of numbers.

---@class laguna.drawing
---@field line fun(self: laguna.drawing, from: laguna.point, to: laguna.point, color?: number[], width?: number) A line; 1.5 pixels wide.
---@field disc fun(self: laguna.drawing, center: laguna.point, radius: number, color?: number[]) A disc; its radius is in m.
---@field text fun(self: laguna.drawing, at: laguna.point, text: string, color?: number[], size?: number) A line of text to the right of a place; 16 pixels high.

---@class laguna.world_options
---@field bounds laguna.point[] two corners, m: two numbers a corner make a 2-D world
---@field edges? string|table<string, string|string[]> "wall" (default), "open" or "periodic"; by axis, by side
---@field solver? laguna.solver what makes the particles a fluid
---@field name? string where a scene returns several
---@field spacing? number distance of particles at rest; a particle's radius is half of it (m; default 0.02; > 0)
---@field gravity? laguna.point acceleration of all particles (m/s2; default {0, -9.81, 0})
---@field friction? number Coulomb coefficient of the walls at the edges (default 0; >= 0)
---@field restitution? number share of the normal speed that the walls at the edges give back (default 0; >= 0, <= 1)
---@field slip? "free"|"no" whether a fluid glides along the walls at the edges or sticks to them (default free)
---@field seed? integer of all random numbers (default 0; >= -9.0072e15, <= 9.0072e15)
---@field threads? integer threads of a step; the cores of the machine unless it is given (default 1; >= 1, <= 1024)
---@field max_substeps? integer a frame that needs more sub-steps is refused (default 10000; >= 1, <= 1e9)

---@class laguna.world
---@field spacing number distance of particles at rest; a particle's radius is half of it (m; default 0.02; > 0)
---@field gravity laguna.point acceleration of all particles (m/s2; default {0, -9.81, 0})
---@field friction number Coulomb coefficient of the walls at the edges (default 0; >= 0)
---@field restitution number share of the normal speed that the walls at the edges give back (default 0; >= 0, <= 1)
---@field slip "free"|"no" whether a fluid glides along the walls at the edges or sticks to them (default free)
---@field seed integer of all random numbers (default 0; >= -9.0072e15, <= 9.0072e15)
---@field threads integer threads of a step; the cores of the machine unless it is given (default 1; >= 1, <= 1024)
---@field max_substeps integer a frame that needs more sub-steps is refused (default 10000; >= 1, <= 1e9)
---@field name string Its name: `world`, or `world1`, `world2` where a scene returns several.
---@field dim integer 2 or 3.
---@field bounds laguna.vec[] Lower and upper corner, m.
---@field edges table<string, string[]> By axis: what the lower and the upper side are.
---@field time number Simulated time, s.
---@field frame integer Frames done.
---@field stats laguna.stats Statistics of the last frame.
---@field gauges table<string, number|laguna.vec> Gauges by name, as the last frame left them.
---@field particles laguna.particles The particles, and their columns as buffers.
---@field solver laguna.solver The solver; assign another one to swap.
---@field objects laguna.object[] All objects, in order of addition.
---@field grids laguna.grids What the solver's grid holds; `world.grids()` is their names.
---@field color_by string|fun(p: laguna.particle): number What gives particles their colour: a column, a function of a particle, or "grid.pressure": that grid, drawn behind them.
---@field widgets table<string, laguna.slider|laguna.choice|laguna.button|laguna.plot> The scene's sliders, choices, buttons and plots by name.
---@field add fun(self: laguna.world, object: laguna.object): laguna.object Adds an object with all that it names; returns it.
---@field remove fun(self: laguna.world, object: laguna.object) Takes an object out.
---@field find fun(self: laguna.world, what: string|integer): laguna.object|integer|nil The object of a name, or the index of the particle of an id.
---@field step fun(self: laguna.world, dt?: number) One frame of dt seconds (1/60).
---@field advance fun(self: laguna.world, frame: integer, dt?: number) Runs up to a frame.
---@field update fun(self: laguna.world, f: fun(p: laguna.particle, t: number)) Stores for all particles at once, at native speed.
---@field remove_if fun(self: laguna.world, f: fun(p: laguna.particle, t: number): boolean): integer Removes the particles that meet a condition; returns how many.
---@field sum fun(self: laguna.world, f: fun(p: laguna.particle, t: number): number ...): number|laguna.vec Over all particles.
---@field mean fun(self: laguna.world, f: fun(p: laguna.particle, t: number): number ...): number|laguna.vec|nil nil of nobody.
---@field min fun(self: laguna.world, f: fun(p: laguna.particle, t: number): number ...): number|laguna.vec|nil The least.
---@field max fun(self: laguna.world, f: fun(p: laguna.particle, t: number): number ...): number|laguna.vec|nil The greatest.
---@field count fun(self: laguna.world, f: fun(p: laguna.particle, t: number): boolean): integer How many meet a condition.
---@field each fun(self: laguna.world, filter?: fun(p: laguna.particle): boolean, f: fun(p: laguna.particle)): integer, number Plain Lua for the particles that a condition picks, hundreds of times slower; returns how many, and the seconds it took.
---@field measure fun(self: laguna.world, what: string, options?: table): number|laguna.vec Measures now.
---@field gauge fun(self: laguna.world, name: string, what: string?, options?: table) Measures after every frame; nil ends that.
---@field save fun(self: laguna.world, path: string) Writes a checkpoint of the state.
---@field restore fun(self: laguna.world, path: string) Takes the state of a checkpoint.
---@field hash fun(self: laguna.world): string 16 hex digits: equal text, equal bits.
---@field before_step fun(self: laguna.world, dt: number) Before every frame.
---@field after_step fun(self: laguna.world, dt: number) After every frame.
---@field on_load fun(self: laguna.world) Once, when the scene stands.
---@field key fun(self: laguna.world, name: string, down: boolean) A key of the window.
---@field mouse fun(self: laguna.world, x: number, y: number, button: integer, what: string, z?: number) The mouse, in m: what is press, move or release.
---@field draw fun(self: laguna.world, g: laguna.drawing) Draws over the picture; without one nobody calls it.

---@class laguna.slider_options
---@field name string unique in the scene
---@field default? number where it begins (min)
---@field min? number (0)
---@field max? number (1)
---@field unit? string shown beside the value
---@field doc? string shown when the mouse rests on it

---@class laguna.choice_options
---@field name string unique in the scene
---@field [integer] string the texts
---@field default? string the text it begins with (the first)
---@field doc? string shown when the mouse rests on it

---@class laguna.plot_options
---@field name string unique in the scene
---@field [integer] string the texts

---@class laguna.button_options
---@field name string unique in the scene
---@field press? fun() what it does
---@field doc? string shown when the mouse rests on it

---@class laguna.slider
---@field name string as given
---@field value number Where it stands; may be assigned, within its range.

---@class laguna.choice
---@field name string as given
---@field value string What is picked; may be assigned.

---@class laguna.button
---@field name string as given
---@field presses integer How often it was pressed.
---@field press fun(self: laguna.button) Presses it.

---@class laguna.plot
---@field name string as given
---@field add fun(self: laguna.plot, t: number, ...: number) A sample: the time and a value for each curve.
---@field get fun(self: laguna.plot, i: integer): number ... Sample i: the time and the values.
---@field clear fun(self: laguna.plot) Forgets all samples.

---@class laguna
---@field world fun(options: laguna.world_options): laguna.world A world from a table of options.
---@field shape laguna.shapes Shapes say where: `lg.shape.box { max = {1, 2} }`.
---@field material fun(options?: laguna.material.fluid_options): laguna.material.fluid What particles are made of.
---@field emitter laguna.emitters Emitters make particles.
---@field collider laguna.colliders Colliders stop particles.
---@field field laguna.fields Fields push particles.
---@field solver laguna.solvers Solvers make a fluid of them.
---@field vec fun(x: number, y: number, z?: number): laguna.vec A vector of 2 or 3 numbers, which never changes.
---@field slider fun(options: laguna.slider_options): laguna.slider A number that the user moves; `--set name=value` too.
---@field choice fun(options: laguna.choice_options): laguna.choice One of several texts, picked by the user or by `--set`.
---@field button fun(options: laguna.button_options): laguna.button Runs a function when the user presses it.
---@field plot fun(options: laguna.plot_options): laguna.plot Curves over time, shown in the picture.
---@field keep table A table of plain values that survives when the scene's file is read again.
---@field math table Lua's math for numbers and per-particle values, with tanh, sign, fract, clamp, mix, step, smoothstep.
---@field noise fun(x: number, y: number, z?: number, seed?: integer): number Gradient noise, about -1..1, 0 at whole numbers.
---@field where fun(condition: boolean, a: number, b: number): number a where the condition holds, else b; both are computed.
---@field lt fun(a: number, b: number): boolean a < b, as a condition for lg.where.
---@field le fun(a: number, b: number): boolean a <= b.
---@field gt fun(a: number, b: number): boolean a > b.
---@field ge fun(a: number, b: number): boolean a >= b.
---@field eq fun(a: number, b: number): boolean a == b, which Lua itself cannot ask of per-particle values.
---@field all fun(a: boolean, b: boolean): boolean Both conditions.
---@field any fun(a: boolean, b: boolean): boolean One of the conditions, or both.
---@field negate fun(a: boolean): boolean The opposite of a condition.
---@field gradient fun(f: laguna.field): laguna.field Of a scalar field: a vector field. Exact for formulas.
---@field divergence fun(f: laguna.field): laguna.field Of a vector field: a scalar field.
---@field curl fun(f: laguna.field): laguna.field Of a vector field; in 2-D a scalar, and of a scalar (a stream function) the vector (df/dy, -df/dx).
---@field laplacian fun(f: laguna.field): laguna.field Of a scalar or vector field: the same.
---@field random fun(m?: integer, n?: integer): number As math.random, seeded per run and the same on every machine.
---@field seed fun(n?: integer) Begins lg.random anew.
---@field load fun(path: string): laguna.world ... Runs a scene's file and returns its worlds.
---@field kinds fun(family?: string): string[] The names of all kinds, or of a family's.
---@field version string Of Laguna.
---@field isa string Instruction set in use: sse2, avx2, avx512 or portable.
local lg = {}

return lg
