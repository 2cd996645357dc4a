import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { exportMachine } from '#src/machines/library/export.machine.ts'
import { ExportButton } from '#src/views/library/transfer/ExportButton.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const input = { connectorId: 'the-connector' }
const fileName = 'Shop-to-CRM.datacrane.json'

const fixture: Fixture<typeof exportMachine> = {
  view: (actor) => <ExportButton actor={actor} />,
  inputs: { 'a connector': input },
  answers: {
    send: {
      asks: input,
      answers: { 'a file': { fileName } },
      problems: { 'it was deleted': refusal('connector/not-found'), 'the net is down': offline },
    },
  },
  drivers: { 'user.requested': press('Export'), 'user.cancelled': press('Cancel') },
  assertions: {
    idle: ({ context: { response } }) =>
      expect(said()).toBe(
        response === null ? 'Downloads the draft as JSON, without secrets and examples.' : `${response.fileName} was downloaded.`,
      ),
    sending: () => expect(said()).toBe('Exporting…'),
  },
  delays: {},
  project: ({ response, problem }) => ({ exported: response !== null, told: problem?.code ?? false }),
  invariants: {
    'a file is only said to be there when it is': {
      when: () => true,
      holds: ({ event, after }) =>
        expect(said()?.startsWith(fileName)).toBe(event.type === 'xstate.done.actor.send' && after.matches('idle')),
    },
    'what failed is told until somebody tries again': {
      when: ({ after }) => after.context.problem !== null,
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
  },
}

describe('an export', () => {
  verifyShape(exportMachine)
  verifyEveryEdge(exportMachine, fixture)
})

function said(): string | null {
  return screen.getByRole('status').textContent
}
