# web.mk - `make web`: Laguna for WebAssembly, in one HTML file that needs no network: $(BUILD)/web/laguna.html.
#
# The same sources and rules as the program's, by another compiler (emcc) into a folder of its own, with one dispatch path. Lua comes
# as Debian's source package, fetched with a list of sources of this build's own; text is drawn by the browser (web/font.c).
WEB = $(BUILD)/web
LESSONS = $(wildcard examples/lessons/[0-9]*.lua)
FIRST_SCENE = examples/scenes/flash_bottle.lua
PACKAGES_web = $(PACKAGES_run) emscripten libstb-dev lua5.4 zopfli

web: ## one HTML file that runs scenes in a browser: build/web/laguna.html
	$(call install_packages,web)
	@+$(MAKE) --no-print-directory $(WEB)/lua/src/lua.h $(WEB)/include/stb_image.h
	@+$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(WEB) CC=emcc ISAS=portable SHARED= LDFLAGS= PANEL=0 \
	  NO_LUA='$(foreach m,help reference editortypes,lua/laguna/$m.lua)' LEAN_LUA='s/^ *--.*//; s/^ +//' \
	  CPPFLAGS='-msimd128 -Isrc/web/include -I$(WEB)/include -Wno-unknown-pragmas -Wno-unused-parameter -Wno-shorten-64-to-32 -Wno-unused-function' \
	  LUA_FLAGS=-I$(WEB)/lua/src PICTURE_FLAGS= RECORD_FLAGS= VIEWER_FLAGS= $(WEB)/laguna.js
	@+$(MAKE) --no-print-directory $(WEB)/page.html
	@+$(MAKE) --no-print-directory -j$(JOBS) all
	$(BUILD)/laguna pack $(FIRST_SCENE) $(filter-out $(FIRST_SCENE),$(GALLERY)) $(LESSONS) -o $(WEB)/laguna.html

# Debian's own Lua source, by the machine's package lists with deb-src in the place of deb, in a file beside them.
APT_SOURCE = apt-get -qq -o Dir::Etc::SourceList=$(abspath $(WEB))/apt/sources.list -o Dir::Etc::SourceParts=/dev/null \
  -o Dir::State::Lists=$(abspath $(WEB))/apt/lists -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root
$(WEB)/lua/src/lua.h:
	@echo "  source lua5.4"; mkdir -p $(WEB)/apt/lists/partial
	@apt-get indextargets --format 'deb-src $$(REPO_URI) $$(RELEASE) $$(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u \
	  >$(WEB)/apt/sources.list
	$(Q)$(APT_SOURCE) update && cd $(WEB)/apt && $(APT_SOURCE) source --download-only lua5.4
	$(Q)mkdir -p $(WEB)/lua && tar -xzf $(WEB)/apt/lua5.4_*.orig.tar.gz -C $(WEB)/lua --strip-components=1 && touch $@

# Headers of libraries that are headers alone, without the machine's others.
$(WEB)/include/stb_image.h:
	@mkdir -p $(@D); ln -sf /usr/include/xxhash.h /usr/include/Random123 /usr/include/stb/stb_image.h $(@D)

# Below here $(BUILD) is $(WEB): the rules of the program, by emcc.
WEB_LUA = $(patsubst %.c,%.o,$(filter-out %/lua.c %/luac.c,$(wildcard $(BUILD)/lua/src/*.c)))
WEB_OBJECTS = $(LIBRARY_OBJECTS) $(filter-out %/record/part.o %/record/png_read.o,$(BIND_OBJECTS)) $(call object,src/record/part.c \
  $(filter-out $(PICTURE_HOT) src/picture/font.c,$(wildcard src/picture/*.c)) \
  $(foreach s,plots json hash view doctor doctor_case lint lint_scale lint_shapes,src/app/$(s).c) $(foreach s,advice panes controls controls_lua stages,src/viewer/$(s).c) $(wildcard src/web/*.c)) \
  $(patsubst src/%.c,$(BUILD)/obj/%.portable.o,$(PICTURE_HOT))
# What a running script goes through: not its parser, nor its libraries.
LUA_WARM = $(addprefix src/,lapi ldo lfunc lgc lmem lobject lstring ltable ltm lvm)
$(BUILD)/lua/src/%.o: $(BUILD)/lua/src/%.c
	@echo "  cc   lua/$*"
	$(Q)$(CC) $(if $(filter $(LUA_WARM),$*),-O3,-Os) -DLUA_USE_POSIX -w -c $< -o $@
# Random123 knows no WebAssembly: it is told of a machine without instructions of its own.
$(BUILD)/obj/core/base/rng.o: LIB_FLAGS = $(if $(findstring emcc,$(CC)),-D__riscv)
# What no loop over particles is in may be slower: the page has a MiB.
WARM = $(foreach f,body/collide measure/sum object/object object/query step/guard step/push,src/core/$f.c)
COLD = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(filter-out $(HOT) $(WARM),$(foreach r,core/param core/object core/state core/measure core/formula core/mesh core/step core/surface core/body, \
  $(wildcard src/$r/*.c))))
COLD += $(foreach r,app bind picture record viewer web,$(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/$r/*.c src/$r/*/*.c)))
# What is compiled for each path, and is slow in no scene: it makes, holds or explains.
COLD += $(patsubst src/%.c,$(BUILD)/obj/%.portable.o,$(wildcard src/core/*/watched*.c $(foreach f,collider emitter joint material,src/$f/*.c)))
COLD += $(patsubst src/%.c,$(BUILD)/obj/%.o,$(wildcard src/core/walls/*.c src/core/particles/particles.c src/core/base/islands.c src/core/mac/reseed.c))
# Nor a solve that only thick fluids ask for, nor what a grid does once a frame, or for solids, tension and bodies alone.
COLD += $(foreach f,sph/viscosity sph/viscous_bodies mac/viscosity mac/viscous_solids mac/viscous_pressure mac/tension mac/split_cells \
  mac/solid_fractions mac/thin_walls mac/cell_types,$(BUILD)/obj/core/$f.portable.o)
$(COLD): override CFLAGS += $(if $(findstring emcc,$(CC)),-Os)
$(BUILD)/obj/web/%: LIB_FLAGS = -std=gnu17 $(LUA_FLAGS) -Wno-pedantic -Wno-missing-prototypes # the page calls them
$(BUILD)/obj/app/%: LIB_FLAGS = $(LUA_FLAGS)

$(BUILD)/laguna.js: $(WEB_OBJECTS) $(WEB_LUA)
	@echo "  link $@"
	$(Q)NODE_PATH=/usr/share/nodejs emcc -O3 -msimd128 $^ -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sTOTAL_STACK=4194304 -sMODULARIZE=1 \
	  -sEXPORT_NAME=Laguna -sEXPORTED_RUNTIME_METHODS=cwrap,UTF8ToString,FS -sFORCE_FILESYSTEM=1 \
	  -sENVIRONMENT=web,node,worker -sINCOMING_MODULE_JS_API=wasmBinary,onsay -o $@

# The page without scenes: style, scripts, worker and module in one file; `laguna pack` puts scenes in. Scripts go without what is
# for their readers alone, and packed, but for those that unpack.
LEAN = sed -E '/^ *\/\//d; s/^ +//'
FIRST_JS = $(foreach f,bytes first,src/web/page/$f.js)
PAGE_JS = $(foreach f,simulation advice editor lesson stages panel picture gallery files page,src/web/page/$f.js)
WORKER_JS = src/web/worker.js src/web/past.js
$(WEB)/page.html: src/web/page.html src/web/page.css $(FIRST_JS) $(PAGE_JS) $(WORKER_JS) src/web/one_file.lua $(WEB)/laguna.js
	@echo "  page $@"
	$(Q)zopfli --i5 -c $(WEB)/laguna.wasm >$(WEB)/laguna.wasm.gz
	$(Q)$(LEAN) $(FIRST_JS) >$(WEB)/first.js
	$(Q)$(LEAN) $(PAGE_JS) >$(WEB)/page.js && zopfli $(WEB)/page.js
	$(Q)(cat $(WEB)/laguna.js && $(LEAN) $(WORKER_JS)) >$(WEB)/worker.js && zopfli $(WEB)/worker.js
	$(Q)lua5.4 src/web/one_file.lua src/web $(WEB) >$@
