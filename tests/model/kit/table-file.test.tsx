import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { tableFileMachine } from '#src/machines/kit/request.machine.ts'
import { ExportButton } from '#src/views/kit/layout/ExportButton.tsx'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const query = { success: 'false' }

const fixture: Fixture<typeof tableFileMachine> = {
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
  verifyShape(tableFileMachine)
  verifyEveryEdge(tableFileMachine, fixture)
})
