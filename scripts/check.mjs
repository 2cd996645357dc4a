/** `npm run check`: format, lint, types, dead code, architecture. Each is one yes or no. */
import { spawnSync } from 'node:child_process'
import { install, node, root } from './prepare.mjs'

const steps = {
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  types: ['node_modules/@typescript/native/bin/tsc', '--noEmit'],
  'dead code': ['node_modules/knip/bin/knip.js'],
  'regular expressions': ['scripts/regexes.mjs'],
  'GraphQL schema': ['scripts/graph-schema.ts'],
  architecture: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/architecture.test.ts', '--reporter', 'dot'],
}

/** Runs every step; returns the names of those that failed. */
export function check() {
  return Object.entries(steps)
    .filter(([name, args]) => {
      const { status } = spawnSync(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
      console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
      return status !== 0
    })
    .map(([name]) => name)
}

export const checkCount = Object.keys(steps).length

if (process.argv[1] === new URL(import.meta.url).pathname) {
  install()
  process.exitCode = check().length === 0 ? 0 : 1
}
