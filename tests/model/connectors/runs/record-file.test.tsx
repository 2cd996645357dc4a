import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { createActor } from 'xstate'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { recordChoiceMachine } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { recordFileMachine } from '#src/machines/connectors/runs/record-file.machine.ts'
import { FileButtons } from '#src/views/studio/investigator/FileButtons.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const fixture: Fixture<typeof recordFileMachine> = {
  view: (actor) => <FileButtons actor={actor} choice={createActor(recordChoiceMachine).start()} />,
  inputs: { 'what is found': { format: 'ndjson', transactionIds: [] } },
  answers: {
    send: {
      asks: ({ context }) => context.request,
      answers: {
        'a file': { fileName: 'Orders-transactions.csv', bytes: 1_500, cut: null },
        'a file that holds as much as it may': { fileName: 'Orders-transactions.csv', bytes: 1_500, cut: 'records' },
        'a file for which not all was searched': { fileName: 'Orders-transactions.csv', bytes: 1_500, cut: 'pages' },
      },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: {
    'user.requested': [
      { ...press('Export NDJSON'), event: { type: 'user.requested', change: { format: 'ndjson', transactionIds: [] } } },
      { ...press('Export CSV'), event: { type: 'user.requested', change: { format: 'csv', transactionIds: [] } } },
    ],
    'user.cancelled': press('Cancel the export'),
  },
  assertions: {
    idle: ({ context: { response: saved, problem: known } }) => {
      const said = saved === null ? '' : 'Orders-transactions.csv (1.5 kB) downloaded.'
      const { textContent } = screen.getByRole('status')
      if (saved === null || saved.cut === null) expect(textContent).toBe(said)
      else expect(textContent).toContain(`${said} ${saved.cut === 'pages' ? 'The search was too broad' : 'Only the first'}`)
      expect(alertText() !== null).toBe(known !== null)
    },
    sending: () => {
      expect(screen.getByRole('status').textContent).toMatch(/^Writing the file…/)
      expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
    },
  },
  delays: {},
  project: ({ request: { format }, response: saved, problem: known }) => ({
    format,
    saved: saved?.cut ?? saved !== null,
    alarmed: known !== null,
  }),
  invariants: {
    'a failure is reported with its own message, and no file with it': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event, after }) => {
        expect(alertText()).toContain(toProblem(event['error']).message)
        expect(after.context.response).toBeNull()
      },
    },
    'what is written is of the kind that was asked for': {
      when: ({ event }) => event.type === 'user.requested',
      holds: ({ event, after }) => expect(after.context.request).toEqual(event['change']),
    },
  },
}

describe('a file of what is found', () => {
  verifyShape(recordFileMachine)
  verifyEveryEdge(recordFileMachine, fixture)
})
