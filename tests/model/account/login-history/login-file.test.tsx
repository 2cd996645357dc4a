import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { loginFileMachine } from '#src/machines/account/login-history/login-file.machine.ts'
import { ExportButton } from '#src/views/account/login-history/ExportButton.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const query = { success: 'false' }

const fixture: Fixture<typeof loginFileMachine> = {
  view: (actor) => <ExportButton actor={actor} />,
  inputs: { 'what is listed': query },
  answers: {
    send: { asks: query, answers: { 'a file': 'login-history.csv' }, problems: { 'the net is down': offline } },
  },
  drivers: { 'user.requested': press('Export CSV'), 'user.cancelled': press('Stop the export') },
  assertions: {
    idle: ({ context: { problem } }) => expect(screen.queryByRole('alert') === null).toBe(problem === null),
    sending: () => screen.getByRole('button', { name: 'Stop the export' }),
  },
  delays: {},
  project: ({ response, problem }) => ({ isSaved: response !== null, told: problem?.code ?? false }),
}

describe('a file that is downloaded', () => {
  verifyShape(loginFileMachine)
  verifyEveryEdge(loginFileMachine, fixture)
})
