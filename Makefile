# Laguna: make help lists what can be made. Everything lands in build/; other builds go beside it:
#   make debug                              build/debug: no optimisation, for gdb
#   make BUILD=build/clang CC=clang         make BUILD=build/asan SANITIZE=address,undefined
#   make PANEL=0                            no panel in the window: neither C++ nor Dear ImGui is needed
BUILD    = build
PREFIX   = /usr/local
DESTDIR  =
CC       = gcc
PANEL    = 1
CFLAGS   = -O3
WERROR   =
SANITIZE =
SCENE    = examples/scenes/dam_break.lua
JOBS     = $(shell nproc 2>/dev/null || echo 1)
V        =

# Debian packages: to build and run, to test, to check; what the panel needs is wished for, and the window opens without it too.
PACKAGES_run   = gcc libc6-dev pkg-config liblua5.4-dev libsdl2-dev libpng-dev zlib1g-dev libfreetype-dev libfontconfig-dev \
                 fonts-dejavu-core librandom123-dev libxxhash-dev
PACKAGES_panel = $(if $(filter 0,$(PANEL)),,g++ libimgui-dev)
PACKAGES_test  = $(PACKAGES_run) g++ lua5.4 libcmocka-dev lua-busted xvfb xauth xdotool imagemagick ffmpeg assimp-utils
PACKAGES_tidy  = $(PACKAGES_run) clang-format clang-tidy libomp-dev cppcheck lua-check
PACKAGES_check = $(PACKAGES_test) clang libclang-rt-dev libomp-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user \
                 emscripten chromium parallel slurmd slurmctld slurm-client munge

# --------------------------------------------------------------------------------------------------------------------
.DEFAULT_GOAL = all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all help run test debug tidy check fuzz tidy_format tidy_lua tidy_cppcheck bench docs env web install uninstall clean programs FORCE

# One spelling of the folder: build and its absolute path would seem to have been compiled with other flags. The checkout may lie
# in a path with a blank; a folder for the build may not, since make separates names by blanks.
override BUILD := $(patsubst %/,%,$(subst $(CURDIR)/,,$(BUILD)))
$(if $(word 2,$(BUILD)),$(error laguna: BUILD = '$(BUILD)' has a blank in it, which make cannot take; choose another folder))
Q = $(if $(V),,@)
VERSION := $(shell sed -n 's/.*LG_VERSION *"\([0-9.]*\)".*/\1/p' src/laguna.h)
SO = liblaguna.so.$(firstword $(subst ., ,$(VERSION)))

# Which instruction sets a kind is compiled for, from the plainest on; laguna_kind.h says how they are told apart.
# A choice of them builds faster: make ISAS=avx2
TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)
ISAS := $(if $(filter x86_64%,$(TARGET)),sse2 avx2 avx512,portable)
MARCH_avx2   = -march=x86-64-v3
MARCH_avx512 = -march=x86-64-v4

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi $(if $(WERROR),-Werror)
MATHS    = -fno-math-errno -fno-trapping-math -ffp-contract=off
HOSTILE  = $(if $(SANITIZE),-g -fno-omit-frame-pointer -fsanitize=$(SANITIZE) -fno-sanitize-recover=all)
COMPILE  = $(CC) $(FLAGS)
SHARED   = -fPIC -fno-semantic-interposition -fopenmp
FLAGS    = -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE $(CFLAGS) $(MATHS) $(HOSTILE) $(SHARED) \
           $(WARNINGS) -Wmissing-prototypes -Isrc -I$(BUILD) $(CPPFLAGS)
LINK     = $(CC) -fopenmp $(HOSTILE) $(LDFLAGS)

# Flags of the outside libraries; empty while they are not installed.
pkg = $(shell pkg-config --silence-errors $(1))
LUA_FLAGS     := $(call pkg,--cflags lua5.4)
LUA_LIBS      := $(call pkg,--libs lua5.4)
PICTURE_FLAGS := $(call pkg,--cflags freetype2 fontconfig)
PICTURE_LIBS  := $(call pkg,--libs freetype2 fontconfig)
RECORD_FLAGS  := $(call pkg,--cflags libpng zlib)
RECORD_LIBS   := $(call pkg,--libs libpng zlib)
VIEWER_FLAGS  := $(call pkg,--cflags sdl2)
VIEWER_LIBS   := $(call pkg,--libs sdl2)

# The panel alone is C++; without its tools the program is built without it, and says so once.
CXX = $(if $(findstring clang,$(CC)),clang++,g++)
IMGUI_FLAGS := $(if $(filter 0,$(PANEL)),,$(if $(shell command -v $(CXX)),$(patsubst -I%,-isystem %,$(call pkg,--cflags imgui))))
IMGUI_LIBS  := $(if $(IMGUI_FLAGS),$(call pkg,--libs imgui) -lstdc++)
NO_PANEL = $(if $(IMGUI_FLAGS)$(filter 0,$(PANEL)),,laguna: built without the panel, which needs g++ and libimgui-dev)
COMPILE_CXX = $(CXX) $(FLAGS_CXX)
FLAGS_CXX   = -std=c++17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE $(CFLAGS) $(HOSTILE) -fPIC -fno-exceptions -fno-rtti \
              $(WARNINGS) -Isrc -I$(BUILD) $(CPPFLAGS)

# Sources and objects.
FAMILIES = shape material emitter collider joint field solver
CORE_HOT := $(filter-out src/core/sph/sph.c src/core/poisson/poisson.c src/core/mpm/mpm.c $(foreach f,mac carried_grid reseed,src/core/mac/$(f).c), \
              $(wildcard src/core/particles/loops.c src/core/formula/expr_eval.c src/core/formula/expr_sums.c src/core/sph/*.c src/core/mac/*.c src/core/mpm/*.c src/core/poisson/*.c))
CORE  := $(filter-out $(CORE_HOT),$(wildcard src/core/*/*.c))
KINDS := $(foreach f,$(FAMILIES),$(sort $(wildcard src/$(f)/$(f)_*.c)))
HOT   := $(CORE_HOT) $(foreach f,$(FAMILIES),$(wildcard src/$(f)/*.c))
LUA   := $(wildcard lua/laguna/*.lua)
object = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(1))
LIBRARY_OBJECTS = $(call object,$(CORE)) $(foreach i,$(ISAS),$(patsubst %.o,%.$(i).o,$(call object,$(HOT))))
BIND_OBJECTS    = $(call object,$(wildcard src/bind/*/*.c) src/record/part.c src/record/png_read.c)
PICTURE_HOT     = $(foreach s,dots water mesh spheres relief sea sea_light shade finish,src/picture/$(s).c)
PROGRAM_OBJECTS = $(sort $(BIND_OBJECTS) $(call object,$(filter-out $(PICTURE_HOT),$(wildcard src/picture/*.c)) \
                    $(wildcard src/record/*.c src/viewer/*.c src/app/*.c)) \
                    $(foreach i,$(ISAS),$(patsubst %.o,%.$(i).o,$(call object,$(PICTURE_HOT)))))
PROGRAM_OBJECTS += $(if $(IMGUI_FLAGS),$(patsubst src/%.cpp,$(BUILD)/obj/%.o,$(wildcard src/viewer/*.cpp)))
PROGRAM_LIBS    = $(LUA_LIBS) $(IMGUI_LIBS) $(VIEWER_LIBS) $(RECORD_LIBS) $(PICTURE_LIBS) -lm -lpthread -ldl
LUA_HALF        = $(BUILD)/lua/laguna/core.so $(patsubst lua/%,$(BUILD)/lua/%,$(LUA))

NEEDED := $(if $(shell command -v pkg-config),,pkg-config) \
          $(if $(LUA_LIBS),,liblua5.4-dev) $(if $(VIEWER_LIBS),,libsdl2-dev) $(if $(RECORD_LIBS),,libpng-dev) \
          $(if $(PICTURE_LIBS),,libfreetype-dev libfontconfig-dev)

ifneq ($(if $(filter-out all,$(MAKECMDGOALS)),,$(strip $(NEEDED))),)
$(error laguna: these packages are missing to build: $(strip $(NEEDED)) ('make run' installs them))
endif

all: ## program, libraries and Lua module, in build/
all: $(BUILD)/liblaguna.a $(BUILD)/liblaguna.so $(LUA_HALF) $(BUILD)/laguna

# Writes its input to the target, unless that is what the target holds already: nothing is rebuilt for nothing.
keep = mkdir -p $(@D); cat > $@.$$$$; if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv -f $@.$$$$ $@; fi

# What was compiled how: another compiler or flag in the same folder rebuilds it.
$(BUILD)/flags: FORCE
	@echo '$(COMPILE) | $(LUA_FLAGS) $(PICTURE_FLAGS) $(RECORD_FLAGS) $(VIEWER_FLAGS) | $(COMPILE_CXX) $(IMGUI_FLAGS) | $(LINK)' | { $(keep); }

# The registry: LG_ENTRY(shape, box), one line a file.
$(BUILD)/kinds.inc: FORCE
	@for k in $(basename $(notdir $(KINDS))); do echo "LG_ENTRY($${k%%_*}, $${k#*_})"; done | { $(keep); }

# The dispatch paths, from the plainest on: LG_EACH_ISA(X, ...) is X(sse2, ...) X(avx2, ...) X(avx512, ...).
$(BUILD)/isas.inc: FORCE
	@echo '#define LG_EACH_ISA(X, ...) $(foreach i,$(ISAS),X($(i), __VA_ARGS__))' | { $(keep); }

# The Lua half for the program, which carries its own copy: LG_LUA(trace, 45, 45, ...), one line a file, named by its base name;
# the page goes without NO_LUA, and without what is for readers alone (LEAN_LUA, for sed: lines stay where they are).
$(BUILD)/lua.inc: FORCE
	@for f in $(sort $(filter-out $(NO_LUA),$(LUA))); do n=$${f##*/}; \
	  echo "LG_LUA($${n%.lua}$$(sed -E '$(LEAN_LUA)' $$f | od -An -v -tu1 | sed 's/  */,/g' | tr -d '\n'))"; done | { $(keep); }

GENERATED = $(BUILD)/isas.inc $(BUILD)/kinds.inc $(BUILD)/lua.inc
$(BUILD)/obj/bind/% $(BUILD)/tidy/bind/%: LIB_FLAGS = $(LUA_FLAGS)
$(BUILD)/obj/app/% $(BUILD)/tidy/app/%: LIB_FLAGS = $(LUA_FLAGS)
$(BUILD)/obj/picture/% $(BUILD)/tidy/picture/%: LIB_FLAGS = $(PICTURE_FLAGS)
$(BUILD)/obj/record/% $(BUILD)/tidy/record/%: LIB_FLAGS = $(RECORD_FLAGS)
$(BUILD)/obj/viewer/% $(BUILD)/tidy/viewer/%: LIB_FLAGS = $(VIEWER_FLAGS) -DLG_PANEL=$(if $(IMGUI_FLAGS),1,0) $(IMGUI_FLAGS)

# gcc 12 for aarch64 dies while it vectorises the sums of measures, which no step waits for, and those of some tests.
$(BUILD)/obj/core/measure/%.o: override CFLAGS += -fno-tree-vectorize

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags | $(GENERATED)
	@mkdir -p $(@D); echo "  cc   $*"
	$(Q)$(COMPILE) $(LIB_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/%.o: src/%.cpp $(BUILD)/flags | $(GENERATED)
	@mkdir -p $(@D); echo "  c++  $*"
	$(Q)$(COMPILE_CXX) $(LIB_FLAGS) -MMD -MP -c $< -o $@

define HOT_RULE
$(BUILD)/obj/%.$(1).o: src/%.c $(BUILD)/flags | $(GENERATED)
	@mkdir -p $$(@D); echo "  cc   $$* ($(1))"
	$$(Q)$$(COMPILE) $$(MARCH_$(1)) -DLG_ISA=$(1) -MMD -MP -c $$< -o $$@
endef
$(foreach i,$(ISAS),$(eval $(call HOT_RULE,$(i))))

# An archive is made anew when its list of members changes, so a deleted file disappears.
$(BUILD)/%.list: FORCE
	@echo '$(MEMBERS)' | { $(keep); }
$(BUILD)/liblaguna.list: MEMBERS = $(LIBRARY_OBJECTS)
$(BUILD)/parts.list:     MEMBERS = $(PARTS)

$(BUILD)/liblaguna.a: $(LIBRARY_OBJECTS) $(BUILD)/liblaguna.list
	@echo "  ar   $@"; rm -f $@
	$(Q)ar qcs $@ $(LIBRARY_OBJECTS)

# All of the program but its main as an archive: what its tests link.
PARTS = $(filter-out $(BUILD)/obj/app/main.o,$(PROGRAM_OBJECTS))
$(BUILD)/parts.a: $(PARTS) $(BUILD)/parts.list
	@echo "  ar   $@"; rm -f $@
	$(Q)ar qcs $@ $(PARTS)

# What is installed: the public headers, and those that laguna_solver.h includes. The shared library and the program, which kinds
# from outside call, export what they declare: plain names, and hot ones (LG_HOT) once per dispatch path.
SOLVER_HEADERS := $(patsubst src/%,%,$(filter src/core/%,$(shell $(CC) -x c -std=c17 -Isrc -MM src/laguna_solver.h)))
PUBLIC_HEADERS := src/laguna.h src/laguna_kind.h src/laguna_solver.h $(addprefix src/,$(SOLVER_HEADERS))
exported = { grep -ohE '\blg_[a-z0-9_]*\(' $(PUBLIC_HEADERS) | tr '(' ';'; \
  grep -ohE 'LG_HOT\([^,]*, *lg_[a-z0-9_]*' $(PUBLIC_HEADERS) | sed 's/.* //' | while read -r n; do \
    for i in $(ISAS); do echo "$${n}_$$i;"; done; done; } | LC_ALL=C sort -u
$(BUILD)/liblaguna.map: $(PUBLIC_HEADERS)
	@{ echo '{ global:'; $(exported); echo 'local: *; };'; } | { $(keep); }
$(BUILD)/laguna.map: $(PUBLIC_HEADERS)
	@{ echo '{'; $(exported); echo '};'; } | { $(keep); }

$(BUILD)/liblaguna.so: $(LIBRARY_OBJECTS) $(BUILD)/liblaguna.list $(BUILD)/liblaguna.map
	@echo "  link $@"
	$(Q)$(LINK) -shared -Wl,-soname,$(SO) -Wl,-Bsymbolic -Wl,--version-script,$(BUILD)/liblaguna.map $(if $(SANITIZE),,-Wl,-z,defs) \
	  $(LIBRARY_OBJECTS) -lm -o $@
	@ln -sf liblaguna.so $(BUILD)/$(SO)

# The Lua module is not linked to liblua: the host that loads it brings Lua. It stays in memory when Lua closes (nodelete):
# OpenMP's threads still run in libgomp then.
$(BUILD)/core.map: Makefile
	@echo '{ global: luaopen_laguna_*; local: *; };' | { $(keep); }

$(BUILD)/lua/laguna/core.so: $(BIND_OBJECTS) $(BUILD)/liblaguna.a $(BUILD)/core.map $(BUILD)/parts.list
	@mkdir -p $(@D); echo "  link $@"
	$(Q)$(LINK) -shared -Wl,-Bsymbolic -Wl,-z,nodelete -Wl,--version-script,$(BUILD)/core.map $(BIND_OBJECTS) $(BUILD)/liblaguna.a $(RECORD_LIBS) -lm -o $@

$(BUILD)/lua/%.lua: lua/%.lua
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(BUILD)/laguna: $(PROGRAM_OBJECTS) $(BUILD)/liblaguna.a $(BUILD)/parts.list $(BUILD)/laguna.map
	@echo "  link $@"; if [ -n "$(NO_PANEL)" ]; then echo "$(NO_PANEL)"; fi
	$(Q)$(LINK) -Wl,--dynamic-list,$(BUILD)/laguna.map $(PROGRAM_OBJECTS) -Wl,--whole-archive $(BUILD)/liblaguna.a \
	  -Wl,--no-whole-archive $(PROGRAM_LIBS) -o $@

# Tests: every tests/**/*.c is one program. tests/bench is for `make bench`, tests/plugin for plugin.sh; long_*.c run in `make check`.
TEST_SOURCES := $(filter-out tests/bench/% tests/plugin/% tests/shim/%,$(wildcard tests/*/*.c tests/*/*/*.c))
TEST_PARTS    = $(BUILD)/parts.a
TEST_FLAGS    = $(LUA_FLAGS) $(PICTURE_FLAGS) $(RECORD_FLAGS) $(VIEWER_FLAGS) $(call pkg,--cflags cmocka)
TEST_LIBS     = $(call pkg,--libs cmocka) $(PROGRAM_LIBS)

# For another machine there are no packages but the compiler's: the library and its tests only, with tests/shim for cmocka
# and the headers of the header-only libraries from this machine.
ifeq ($(filter $(shell uname -m)%,$(TARGET)),)
TEST_SOURCES := $(wildcard $(foreach f,core/* contract $(FAMILIES),tests/$(f)/*.c))
TEST_PARTS    =
TEST_FLAGS    = -Itests/shim -fno-tree-vectorize
TEST_LIBS     = -lm
CPPFLAGS     += -idirafter /usr/include
endif
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SOURCES))

# Where the compiler instruments for libFuzzer (make fuzz), the files of tests/fuzz are its targets.
$(BUILD)/tests/fuzz/%: TEST_FLAGS += $(if $(findstring fuzzer,$(SANITIZE)),-DLG_FUZZ -fsanitize=fuzzer)

programs: ## the test programs, without running them
programs: $(TESTS)

$(BUILD)/tests/%: tests/%.c $(BUILD)/liblaguna.a $(TEST_PARTS)
	@mkdir -p $(@D); echo "  test $*"; rm -f $@
	$(Q)$(COMPILE) $(TEST_FLAGS) -DLG_ISA=$(firstword $(ISAS)) -Itests -MMD -MP -MF $@.d -MT $@ $< -o $@ $(HOSTILE) $(LDFLAGS) -Wl,--as-needed \
	  $(TEST_PARTS) $(BUILD)/liblaguna.a $(TEST_LIBS)

# $(call install_packages,run): installs what is missing of PACKAGES_run, and of PACKAGES_panel if that can be, saying so; silent
# where all is there.
define install_packages
@lacking() { command -v dpkg-query >/dev/null || return; for p; do \
    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || printf ' %s' $$p; done; }; \
  install() { echo "laguna: installing with apt-get:$$1"; \
    $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$1; }; \
  missing=$$(lacking $(PACKAGES_$(1))); wished=$$(lacking $(PACKAGES_panel)); \
  if [ -z "$$missing$$wished" ]; then exit; fi; \
  if [ "$$(id -u)" = 0 ]; then sudo=; elif command -v sudo >/dev/null; then sudo=sudo; \
  elif [ -n "$$missing" ]; then echo "laguna: missing packages:$$missing; run 'apt-get install$$missing' as root" >&2; exit 1; \
  else exit 0; fi; \
  if [ -n "$$missing" ]; then $$sudo apt-get update -q && install "$$missing" || exit; fi; \
  if [ -n "$$wished" ]; then { [ -n "$$missing" ] || $$sudo apt-get update -q; } && install "$$wished" || \
    echo "laguna:$$wished cannot be installed: the window comes without its panel (make run PANEL=0 does not ask again)"; fi
endef

help: ## this list
	@sed -n '/^[a-z]*: ## /{s/: ## /|/;s/\$$\$$/$$/;s/^/make /p;}' Makefile | awk -F'|' '{ printf "%-16s%s\n", $$1, $$2 }'

run: ## install what is missing, build, open SCENE
	$(call install_packages,run)
	@+$(MAKE) --no-print-directory -j$(JOBS) all
	@code=3; if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then code=0; $(BUILD)/laguna $(SCENE) || code=$$?; fi; \
	  if [ $$code = 3 ]; then \
	    $(BUILD)/laguna render $(SCENE) --frames 60 -o $(BUILD)/$(basename $(notdir $(SCENE))).png && \
	    echo "laguna: no display could be opened: frame 60 of $(SCENE) is in $(BUILD)/$(basename $(notdir $(SCENE))).png"; \
	  else exit $$code; fi

test: ## install the test tools, build, run every test (ten minutes)
	$(call install_packages,test)
	@+$(MAKE) --no-print-directory -j$(JOBS) all
	@+$(MAKE) --no-print-directory -j$(JOBS) -k programs || true
	@tests/run $(BUILD)

debug: ## build/debug/laguna without optimisation, for gdb
	@+$(MAKE) --no-print-directory -j$(JOBS) BUILD=build/debug CFLAGS='-O0 -g3' all

# Looks at the code without running it. clang-tidy takes a second or two a file and looks again at what was compiled anew since;
# hot files are looked at as compiled for one instruction set. .clang-format, .clang-tidy and .luacheckrc say what is asked.
TIDY_ISA     = $(or $(filter avx2,$(ISAS)),$(firstword $(ISAS)))
TIDY_HOT     = $(patsubst src/%.c,$(BUILD)/tidy/%.$(TIDY_ISA),$(HOT) $(PICTURE_HOT))
TIDY         = $(patsubst src/%.c,$(BUILD)/tidy/%,$(filter-out $(HOT) $(PICTURE_HOT) src/web/%,$(shell find src -name '*.c'))) $(TIDY_HOT)
CLANG_TIDY   = @mkdir -p $(@D); echo "  clang-tidy $*"; \
               clang-tidy --quiet $< -- $(FLAGS) $(LIB_FLAGS) $(ISA_FLAGS) >$@ 2>&1 || { cat $@; exit 1; }
tidy: ## install clang-format, clang-tidy, cppcheck and luacheck, and hold all code against them
	$(call install_packages,tidy)
	@+$(MAKE) --no-print-directory -j$(JOBS) all
	@+$(MAKE) --no-print-directory -k -j$(JOBS) tidy_format tidy_lua tidy_cppcheck $(TIDY)

tidy_format:
	@echo "  clang-format"; clang-format --dry-run -Werror $$(find src tests examples -name '*.[ch]')

tidy_lua:
	@echo "  luacheck"; luacheck --quiet --no-color .

tidy_cppcheck:
	@echo "  cppcheck"; mkdir -p $(BUILD)/tidy/cppcheck; cppcheck --quiet --error-exitcode=1 --inline-suppr -j$(JOBS) \
	  --enable=warning,performance,portability --suppressions-list=.cppcheck --cppcheck-build-dir=$(BUILD)/tidy/cppcheck \
	  --std=c11 -i src/web -Isrc -I$(BUILD) -DLG_ISA=$(TIDY_ISA) -DLG_PANEL=1 src examples/embed

$(BUILD)/tidy/%: src/%.c $(BUILD)/obj/%.o .clang-tidy
	$(CLANG_TIDY)

$(TIDY_HOT): ISA_FLAGS = $(MARCH_$(TIDY_ISA)) -DLG_ISA=$(TIDY_ISA)
$(BUILD)/tidy/%.$(TIDY_ISA): src/%.c $(BUILD)/obj/%.$(TIDY_ISA).o .clang-tidy
	$(CLANG_TIDY)

# All of test, then hostile builds: clang and gcc with warnings as errors, sanitizers, aarch64 under qemu, long physics.
check: ## all of test, then other compilers, sanitizers, aarch64 and the long tests (more than an hour)
	$(call install_packages,check)
	@tests/check $(BUILD)

# Coverage-guided fuzzers, one program for each file of tests/fuzz: build/fuzz/tests/fuzz/NAME -max_total_time=60 FOLDER tests/fuzz/corpus/NAME
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
fuzz: ## the fuzzers of tests/fuzz, with clang and its sanitizers
	@+$(MAKE) --no-print-directory -j$(JOBS) BUILD=$(BUILD)/fuzz CC=clang CFLAGS=-O1 ISAS=sse2 PANEL=0 \
	  SANITIZE=address,undefined,fuzzer-no-link $(FUZZERS:%=$(BUILD)/fuzz/tests/fuzz/%)

# Laguna's loops, then the same set-ups by a textbook's program, then how many times faster.
YARDSTICKS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/bench/*.c))
bench: ## Laguna's loops beside a textbook's program
bench: all $(YARDSTICKS)
	@{ for isa in $(ISAS); do LAGUNA_ISA=$$isa $(BUILD)/laguna bench; done; for y in $(YARDSTICKS); do $$y; done; } | \
	  awk -f tests/bench/ratio.awk

# The reference and the editor's types from the rows; then the gallery: a picture of every scene at the frame its header names ("-- picture: frame 90"; else 60), and a page of them.
GALLERY = $(wildcard examples/scenes/*.lua examples/physics/*.lua)
docs: ## the reference, types for editors and all pictures but the window's, from rows and scenes (lua5.4; ImageMagick makes them smaller)
docs: all
	@$(BUILD)/laguna docs
	@mkdir -p examples/pictures
	@for s in $(GALLERY); do n=$$(basename $$s .lua); f=$$(sed -n 's/^-- picture: frame //p' $$s); \
	  $(BUILD)/laguna render $$s --frames $${f:-60} --size 960x540 -o examples/pictures/$$n.png || exit 1; done
	@{ printf '# Scenes\n\nMade by `make docs` from the scenes; change the scenes, not this page.\n'; \
	  for s in $(GALLERY); do n=$$(basename $$s .lua); \
	    sed -n "1s/^-- \(.*\)/\n## \1\n\n![\1](pictures\/$$n.png)\n/p; s/^-- idea: *\(.*\)/\1./p" $$s; \
	    sed -n "s/^-- change: *\(.*\)/\nChange: \1./p" $$s; \
	    printf '\n[%s](%s)\n' "$${s#examples/}" "$${s#examples/}"; done; } > examples/README.md
	@mkdir -p $(BUILD)/kinds examples/pictures/kinds; examples/kinds.sh $(BUILD)/kinds; \
	  cp examples/scenes/laguna.png examples/scenes/pelton_bucket.obj $(BUILD)/kinds/; \
	  for s in $(BUILD)/kinds/*.lua; do $(BUILD)/laguna render $$s --frames $$(sed -n 's/^-- picture: frame //p' $$s) \
	    --size 320x160 -o examples/pictures/kinds/$$(basename $$s .lua).png || exit 1; done
	@mkdir -p $(BUILD)/lessons; cp examples/lessons/*.lua $(BUILD)/lessons/; examples/lessons/solved.sh $(BUILD)/lessons | \
	  while read -r n f; do $(BUILD)/laguna render $(BUILD)/lessons/$$n.lua --frames $$f --size 640x360 -o examples/pictures/$$n.png || exit 1; done
	@examples/views.sh $(BUILD)
	@examples/shrink.sh examples/pictures/*.png

FOLDER = $(abspath $(BUILD))
env: ## what a shell evaluates so that lua5.4 finds the module: eval "$$(make -s env)"
	@echo 'export LUA_PATH="$(FOLDER)/lua/?.lua;$(FOLDER)/lua/?/init.lua;;"'
	@echo 'export LUA_CPATH="$(FOLDER)/lua/?.so;;"'

$(BUILD)/laguna.pc: FORCE
	@printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' '' \
	  'Name: laguna' 'Description: particle fluids: one C library, scenes in Lua' 'Version: $(VERSION)' \
	  'Cflags: -I"$${includedir}" -I"$${includedir}/laguna"' 'Libs: -L"$${libdir}" -llaguna' 'Libs.private: -fopenmp -lm' | { $(keep); }

# For shells and desktops, from the program's own tables.
SHARE = share/man/man1/laguna.1 share/bash-completion/completions/laguna share/zsh/site-functions/_laguna share/applications/laguna.desktop
$(BUILD)/share/laguna.desktop: Makefile
	@mkdir -p $(@D); printf '%s\n' '[Desktop Entry]' 'Type=Application' 'Name=Laguna' 'Comment=Particle fluids with Lua scenes' \
	  'Exec=laguna %f' 'Categories=Education;Science;Physics;' 'Keywords=fluid;water;particles;SPH;' 'Terminal=false' >$@

TO = "$(DESTDIR)$(PREFIX)"
install: ## into PREFIX (/usr/local), below DESTDIR if there is one
install: all $(BUILD)/laguna.pc $(BUILD)/share/laguna.desktop
	install -d $(addprefix $(TO)/,bin include lib/pkgconfig lib/lua/5.4/laguna share/lua/5.4/laguna)
	install -m 755 $(BUILD)/laguna $(TO)/bin
	install -m 644 src/laguna.h src/laguna_kind.h src/laguna_solver.h $(TO)/include
	for h in $(SOLVER_HEADERS); do install -D -m 644 src/$$h $(TO)/include/laguna/$$h; done
	install -m 644 $(BUILD)/liblaguna.a $(TO)/lib
	install -m 755 $(BUILD)/liblaguna.so $(TO)/lib/$(SO)
	ln -sf $(SO) $(TO)/lib/liblaguna.so
	install -m 644 $(BUILD)/laguna.pc $(TO)/lib/pkgconfig
	install -m 755 $(BUILD)/lua/laguna/core.so $(TO)/lib/lua/5.4/laguna
	install -m 644 $(LUA) $(TO)/share/lua/5.4/laguna
	install -d $(TO)/share/laguna/types
	install -m 644 lua/laguna/types/laguna.lua $(TO)/share/laguna/types
	for f in $$(find $(addprefix examples/,scenes physics lessons tutorial pictures) -type f); do \
	  install -D -m 644 $$f $(TO)/share/laguna/$$f || exit 1; done
	@set -e; page() { $(BUILD)/laguna help $$1 >$(BUILD)/share/$$1; install -D -m 644 $(BUILD)/share/$$1 $(TO)/$$2; }; \
	  page man $(word 1,$(SHARE)); page bash $(word 2,$(SHARE)); page zsh $(word 3,$(SHARE))
	install -D -m 644 $(BUILD)/share/laguna.desktop $(TO)/$(word 4,$(SHARE))
	[ ! -f $(BUILD)/web/page.html ] || install -m 644 $(BUILD)/web/page.html $(TO)/share/laguna
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

uninstall: ## remove what install put there
	rm -f $(addprefix $(TO)/,bin/laguna include/laguna.h include/laguna_kind.h include/laguna_solver.h lib/liblaguna.a lib/liblaguna.so \
	  lib/$(SO) lib/pkgconfig/laguna.pc $(SHARE))
	rm -rf $(addprefix $(TO)/,lib/lua/5.4/laguna share/lua/5.4/laguna share/laguna include/laguna)

clean: ## remove build/
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj $(BUILD)/tests -name '*.d' 2>/dev/null)

include src/web/web.mk
