/** What a start says. */
import { expect, it } from 'vitest'

import { greeting } from '#server/features/shell/greeting.ts'

const config = { publicUrl: 'http://localhost:3001', role: 'both' } as const
const database = { kind: 'embedded', serverVersion: '17.5' } as const
const people = [{ email: 'admin@demo.test', role: 'ADMIN' }] as never
const demo = { database, seeded: { kind: 'made', password: 'once', people }, setupToken: null } as const
const empty = { database, seeded: null, setupToken: 'printed' } as const

it('says the same to a program and to a person, and to a person also what to do next', () => {
  for (const started of [demo, empty]) {
    const [program, person] = [greeting(config, started, false), greeting(config, started, true)]
    expect(person.startsWith(program)).toBe(true)
    expect(person.slice(program.length)).toContain('Press Ctrl-C to stop.')
    expect(program).not.toContain('Ctrl-C')
  }
  expect(greeting(config, demo, true)).toContain('\nSign in: admin@demo.test / once  (ADMIN)\n')
  expect(greeting(config, demo, true)).toContain('\nNext: open http://localhost:3001 in a browser and sign in.\n')
  expect(greeting(config, empty, true)).toMatch(/^Setup token: printed$/m)
  expect(greeting(config, empty, true), 'nobody can sign in yet').not.toContain('sign in.')
})

it('leads nobody to a process that serves no people', () => {
  const worker = greeting({ ...config, role: 'worker' }, { ...demo, setupToken: null }, true)
  expect(worker).not.toMatch(/Next:|Sign in:/)
})
