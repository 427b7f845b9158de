# Every target sets up what it needs. `make help` lists them.
.DEFAULT_GOAL := help
PYTHON := .venv/bin/python
EVENING := evening
GALLERY := gallery
TABLE := table
# Journals of tests are synced to the disk thousands of times: in memory, where there is room, that takes no time.
MEMORY := $(shell df -P -k /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 1000000 {print "TMPDIR=/dev/shm"}')

# Two for each core: those that wait for a browser, a broker or a time-out leave the core to others.
WORKERS := $(shell echo $$(($$(nproc) * 2)))

.PHONY: help run club evening test thorough check debians lowest bench mutate fuzz soak podsoak clubsoak damage exact emulate image imageboot imageevening imagesame update golden catalogues manual gallery lock install uninstall clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 17

run: ## the table in a browser, with a sample roster; Ctrl-C ends it, the games stay in table/; PHONE=1 for a code that opens it on a phone
	@tools/environment run
	@exec $(PYTHON) -m tablekeeper --hal desktop --config tools/sample.toml --data $(TABLE) $(if $(PHONE),--phone)

club: ## a club on this machine: broker, store, hub and eight tables that play, in a browser; Ctrl-C ends it, and nothing stays
	@tools/environment test
	@exec $(PYTHON) -m tools.club

evening: ## play a sample evening on the mock hardware and show where its pictures are
	@tools/environment run
	@$(PYTHON) -m tools.evening $(EVENING)

test: ## all tests, on every core
	@tools/environment test
	@$(MEMORY) $(PYTHON) -m pytest -n $(WORKERS) --dist worksteal

thorough: ## all tests with all that they can try: every state of a power cut, more and new examples (long)
	@tools/environment test
	@$(MEMORY) HYPOTHESIS_PROFILE=wide $(PYTHON) -m pytest -o faulthandler_timeout=3600 -n $(WORKERS) --dist worksteal

check: ## lint, complexity, sizes of classes, types, dead code
	@tools/environment test
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m tools.complexity
	@$(PYTHON) -m tools.class_sizes
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy
	@$(PYTHON) -m vulture

debians: ## (root) the first two commands of the README in a clean Debian 12 and a clean Debian 13; RELEASES=trixie for one
	@tools/debians $(RELEASES)

lowest: ## all tests with the lowest versions of packages that are allowed
	@tools/environment test
	@$(MEMORY) $(PYTHON) -m tools.lowest -n $(WORKERS) --dist worksteal

podsoak: ## 100,000 presses on pods under injected faults: lost, doubled, out of order (some minutes)
	@tools/environment test
	@$(PYTHON) -m tools.pod_soak

clubsoak: ## 500 boxes and a hub while broker, database, hub, network, power and cards fail: 0 lost, doubled, invented (half an hour); BOXES=50 MINUTES=3 for less; FAULT=lost, doubled, strayed or skipped must be found
	@tools/environment test
	@$(PYTHON) -m tools.club_soak $(if $(BOXES),--boxes $(BOXES)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) $(if $(FAULT),--fault $(FAULT))

bench: ## the figures: name, value, limit, ok or short; PARTS="starting drawing" for some
	@tools/environment test
	@$(PYTHON) -m bench $(PARTS)

mutate: ## faults put into the rules that the tests find: GAME=loop for one game, PART=session, journal or debounce, SAMPLE=300 of each
	@VENV=build/mutation/venv tools/environment mutate
	@$(MEMORY) build/mutation/venv/bin/python -m tools.mutate $(addprefix --part ,$(GAME) $(PART)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(JOBS),--jobs $(JOBS))

fuzz: ## what is read from outside, fuzzed by coverage: ten minutes; SECONDS=60 for each target, TARGET=journal for one
	@VENV=build/fuzz/venv tools/environment fuzz
	@$(MEMORY) build/fuzz/venv/bin/python -m tools.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(KEEP),--keep) $(TARGET)

soak: ## thousands of games by keys while everything fails (half an hour); GAMES=100 for fewer, SEED=2 for others
	@tools/environment test
	@$(PYTHON) -m tools.soak $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))

damage: ## each bit of a small journal changed, each cut, each exchange of pages, long games (hours, and goes on where it ended; STEP=100 for every hundredth)
	@tools/environment test
	@$(MEMORY) $(PYTHON) -m tools.damage $(STEP)

exact: ## rounds of No Loose Ends against a solver that tries every deal (half an hour); GAMES=100 for fewer, SEED=5000 for others, LEVEL=tricks for one
	@tools/environment test
	@$(PYTHON) -m tools.exact $(if $(LEVEL),--level $(LEVEL)) $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))

emulate: ## (root) the box as a whole in user-mode Linux: kernel, pins, systemd, the plug; PARTS="start panel" for some, RELEASE=trixie for Debian 13
	@tools/environment test
	@$(PYTHON) -m tools.emulation $(if $(RELEASE),--release $(RELEASE)) $(PARTS)

image: ## (root) a card to flash for a Pi 3, 4 or Zero 2 W, in build/image (docs/image.md); KEYS=DIR for those that updates are signed with, NEWKEYS=1 for new ones, NEWPACKAGES=1 for Debian's newest packages
	@tools/environment test
	@$(PYTHON) -m tools.image card $(if $(KEYS),--keys $(KEYS)) $(if $(NEWKEYS),--new-keys) $(if $(NEWPACKAGES),--new-packages)

imageboot: ## (root) start the card that was made in QEMU, as each model would and with faults put back, and pull its plug
	@tools/environment test
	@$(PYTHON) -m tools.image boot

imageevening: ## (root) a game of each kind by keys on the card's root, made for this machine's processor, in user-mode Linux
	@tools/environment test
	@$(PYTHON) -m tools.image evening

imagesame: ## (root) make the card once more from nothing, and compare what is on it
	@tools/environment test
	@$(PYTHON) -m tools.image same $(if $(KEYS),--keys $(KEYS))

update: ## (root) a signed file with this version, for cards that are in use
	@tools/environment test
	@$(PYTHON) -m tools.image update $(if $(KEYS),--keys $(KEYS))

golden: ## renew the golden pictures; this run fails, so look at them and run the tests again
	@tools/environment test
	@$(PYTHON) -m pytest tests/display --renew-golden

catalogues: ## bring the languages' catalogues to the program's sentences, list what lacks translation, compile
	@tools/environment test
	@$(PYTHON) -m tools.catalogues $(NEW)

manual: ## the man page and the shells' completion anew, from what --help is made of
	@tools/environment test
	@$(PYTHON) -m tools.manual

gallery: ## every page of every game on every panel in every language, as pictures to browse
	@tools/environment run
	@$(PYTHON) -m tablekeeper gallery $(GALLERY)

lock: ## pin what run, test, mutate, fuzz and the box install to the newest versions, by their hashes
	@tools/lock

install: ## (root) install as a service, or a newer version of it; games and settings stay; GAMES=DIR with locks of games by other hands
	@tools/install

uninstall: ## (root) take the service away; games and settings stay
	@tools/install away

clean: ## remove everything that was made here
	rm -rf .venv build $(EVENING) $(GALLERY) $(TABLE) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
