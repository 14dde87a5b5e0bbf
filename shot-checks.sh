cd /work/trees/visitor; export PATH=$PWD/node_modules/.bin:$PATH
biome ci . 2>&1 | tail -15; echo biome ${PIPESTATUS[0]}
tsc --noEmit --checkers 1 -p . | head; echo tsc ${PIPESTATUS[0]}
node scripts/check-imports.ts | tail -5; echo imports ${PIPESTATUS[0]}
node scripts/check-features.ts | tail -5; echo features ${PIPESTATUS[0]}
knip --no-progress | tail -5; echo knip ${PIPESTATUS[0]}
