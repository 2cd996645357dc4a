/** The text of a credentials file is read with its lines and without them: a password field joins them. */
import { expect, it } from 'vitest'

import { credentialsIn } from '#server/engine/kinds/nats/connection.ts'

const seed = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY'
const token = `eyJ0eXAiOiJKV1QifQ.eyJqdGkiOiJBIn0.${'aB-_9'.repeat(17)}x`
const lines = [
  '-----BEGIN NATS USER JWT-----',
  token,
  '------END NATS USER JWT------',
  '************************* IMPORTANT *************************',
  '-----BEGIN USER NKEY SEED-----',
  seed,
  '------END USER NKEY SEED------',
]

it.each(['\n', ''])('finds the seed and the token where lines are joined by %j', (between) => {
  expect(credentialsIn(lines.join(between))).toEqual({ seed, token })
})

it('takes a seed alone, and nothing else for one', () => {
  expect(credentialsIn(` ${seed}\n`)).toEqual({ seed, token: null })
  expect(credentialsIn('SUshort eyJnot.a.token')).toEqual({ seed: null, token: null })
})
