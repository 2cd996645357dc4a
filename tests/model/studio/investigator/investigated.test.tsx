import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import type { ReplayTrail } from '#contract/studio/replay.ts'
import {
  type Investigated,
  type InvestigatedEmitted,
  type InvestigatedSnapshot,
  investigatedMachine,
} from '#src/machines/studio/investigator/investigated.machine.ts'
import { RecordCard } from '#src/views/studio/investigator/RecordCard.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { idOf, investigated } from './investigations.ts'

const asked = { connectorId: '01a1f9dd-286f-7175-987c-000000000001', transactionId: idOf(1) }
const trail: ReplayTrail = {
  replayOf: { replayId: idOf(7), transactionId: idOf(2) },
  replays: [{ replayId: idOf(8), transactionId: idOf(3), outcome: 'success', at: '2026-11-20T12:00:00.000Z' }],
}
const whole: Investigated = { record: investigated(), trail }
const half: Investigated = { record: investigated({ asRead: null, asDelivered: null, attempts: [] }), trail: null }
const places = { ofTransaction: (id: string) => `/transaction/${id}`, ofReplay: (id: string) => `/replay/${id}` }

const Json = ({ label, text }: { readonly label: string; readonly text: string }) => <pre title={label}>{text}</pre>
const Difference = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <pre title="difference">
    {before} → {after}
  </pre>
)

const sizeOf = ({ investigated: it }: InvestigatedSnapshot['context']) =>
  it === null ? 'nothing' : it.record.asRead === null ? 'half' : 'whole'

const fixture: Fixture<typeof investigatedMachine> = {
  view: (actor) => <RecordCard actor={actor} recordKey="ORD-1" places={places} json={Json} difference={Difference} />,
  inputs: { 'a transaction': asked },
  answers: {
    readRecord: {
      asks: asked,
      answers: { 'all of it': whole, 'what is left of it': half },
      problems: { 'the net is down': refusal('net/unreachable'), 'it is gone': refusal('transaction/not-found') },
    },
    // Its failure moves nothing: the text can be selected.
    clipboard: { asks: undefined, says: {}, problems: {}, isLasting: true },
  },
  drivers: {
    'user.looked': [
      { ...press('As mapped'), event: { type: 'user.looked', at: 'delivered' } },
      { ...press('As read'), event: { type: 'user.looked', at: 'read' } },
      { ...press('Difference'), event: { type: 'user.looked', at: 'difference' } },
    ],
    'user.copied': press('Copy'),
    'user.turnedWay': press('Full trace'),
    'user.retried': press('Retry'),
  },
  assertions: {
    reading: (snapshot) => sees(snapshot, true),
    showing: (snapshot) => {
      sees(snapshot, false)
      const { context } = snapshot
      const way = screen.queryByRole('list', { name: 'Record path' })
      expect(way !== null).toBe(context.isWayOpen)
      if (sizeOf(context) === 'half') screen.getByText(missing[context.view])
      else for (const text of Object.values(missing)) expect(screen.queryByText(text)).toBeNull()
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alertText()).toContain(snapshot.context.problem?.message)
    },
  },
  delays: {},
  exits: ['this transaction', 'this replay', 'What it became'],
  project: (context) => ({
    knows: sizeOf(context as InvestigatedSnapshot['context']),
    view: context.view,
    way: context.isWayOpen,
    alarmed: context.problem !== null,
  }),
  invariants: {
    'what stands on the page is the text that is chosen': {
      when: ({ after }) => after.matches('showing') && sizeOf(after.context) === 'whole',
      holds: ({ after: { context } }) => {
        const [read, delivered] = [/"city": "Berlin"/, /"orderId": "ORD-1"/]
        expect(screen.queryByText(read) !== null).toBe(context.view !== 'delivered')
        expect(screen.queryByText(delivered) !== null).toBe(context.view !== 'read')
      },
    },
    'its whole way is told: where from, what was asked, how it was mapped, each attempt with its answer, and its replays': {
      when: ({ after }) => after.context.isWayOpen && sizeOf(after.context) === 'whole',
      holds: () => {
        const way = within(screen.getByRole('list', { name: 'Record path' }))
        way.getByText('https://shop.example.com/orders')
        way.getByText('No enrichment request.')
        way.getByText('1 field, by version 1')
        way.getByText('Sent together: 3 records.')
        way.getByText(/^Attempt 1: failed, retried/)
        way.getByText('Rate limited 3 times, waited 12.0 s.')
        way.getByText(/^Attempt 2: delivered/)
        way.getByText('{"accepted":true}')
        expect(way.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
          ...[`/transaction/${idOf(2)}`, `/replay/${idOf(7)}`, `/replay/${idOf(8)}`, `/transaction/${idOf(3)}`],
        ])
      },
    },
    'what is not known of its way is said': {
      when: ({ after }) => after.context.isWayOpen && sizeOf(after.context) === 'half',
      holds: () => {
        screen.getByText('Never sent')
        screen.getByText('Could not load its replays.')
      },
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.readRecord'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
  },
}

const missing = {
  delivered: 'No mapped record, or the connector stores no payloads.',
  read: 'The original record is not stored. Its connector stores no payloads, or the record is too old.',
  difference: 'To compare, we need the record both as read and as mapped.',
} as const

describe('a transaction that is looked into', () => {
  verifyShape(investigatedMachine)
  verifyEveryEdge(investigatedMachine, fixture)
})

it('copies what it shows', async () => {
  const heard: InvestigatedEmitted[] = []
  const actors = {
    readRecord: fromPromise<Investigated, typeof asked>(async () => whole),
    clipboard: fromCallback<InvestigatedEmitted, void>(({ receive }) => receive((it) => heard.push(it))),
  }
  const actor = createActor(investigatedMachine.provide({ actors }), { input: asked }).start()
  await Promise.resolve()
  await Promise.resolve()
  for (const at of ['read', 'delivered'] as const) {
    actor.send({ type: 'user.looked', at })
    actor.send({ type: 'user.copied' })
  }
  const { asRead, asDelivered } = whole.record
  expect(heard.map(({ text }) => ({ text }))).toEqual([asRead, asDelivered])
})

function sees({ context }: InvestigatedSnapshot, isBusy: boolean) {
  expect(screen.getByRole('region', { name: 'Payload of ORD-1' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(screen.queryByRole('button', { name: 'Copy' }) !== null).toBe(context.investigated !== null)
}
