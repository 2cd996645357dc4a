/**
 * Bar C: workers and PostgreSQL are killed at random moments, and the same for background jobs. The tests of these faults count the records and the effects;
 * here they are played in their long form.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import type { Verdict } from './place.ts'

const root = join(import.meta.dirname, '../..')
const files = {
  'a worker killed 20 times, taken over within 15 s': 'tests/faults/take-over.test.ts',
  'PostgreSQL killed while records move': 'tests/faults/database-down.test.ts',
  'a table in parts, killed at any moment': 'tests/engine/runs/parts.test.ts',
  'background jobs killed at any moment': 'tests/faults/job-kill.test.ts',
}

export async function kills(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [what, file] of Object.entries(files)) {
    const status = await new Promise<number | null>((resolve) => {
      const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', file, '--silent', '--reporter', 'dot']
      const child = spawn(process.execPath, args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, CI: '1', FORM: 'full' },
      })
      child.on('exit', resolve)
    })
    verdicts.push({ what: `${what}: ${file}`, isMet: status === 0 })
  }
  return verdicts
}
