import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Cause, Causes } from '#contract/connectors/problems/cause.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type CausesSnapshot, causesMachine } from '#src/machines/connectors/problems/causes.machine.ts'
import { known } from '#src/machines/kit/known.ts'
import { CauseActions, CausesProblem } from '#src/views/connectors/problems/CauseActions.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const asks = { connectorId: 'shop' }
const seen = { causeId: 'c'.repeat(32), seenAt: '2026-11-23T10:00:00.000Z' }
const [ann, bob] = [
  { userId: 'ann', name: 'Ann Lee' },
  { userId: 'bob', name: 'Bob Ray' },
]
const at = '2026-11-23T11:00:00.000Z'
const touched = (state: Cause['state'], more: Partial<Cause> = {}): Causes => ({
  causes: [{ id: seen.causeId, state, assignee: null, by: 'Cy Fox', at, isLostAgain: false, ...more }],
  people: [ann, bob],
})
const open: Causes = { causes: [], people: [ann, bob] }
const lostAgain = touched('reopened', { assignee: ann, isLostAgain: true })

const causeOf = ({ context }: CausesSnapshot) => context.read?.causes[0]
const assigneeOf = (it: CausesSnapshot) => (causeOf(it)?.state === 'assigned' ? causeOf(it)?.assignee?.userId : undefined)
const assign = (person: typeof ann) => ({
  ...choose(person.name, 'Assigned to'),
  event: { type: 'user.assigned' as const, ...seen, userId: person.userId },
})

const fixture: Fixture<typeof causesMachine> = {
  view: (actor) => (
    <>
      <CausesProblem actor={actor} />
      <CauseActions actor={actor} {...seen} />
    </>
  ),
  inputs: { 'a connector': asks },
  answers: {
    readCauses: {
      asks,
      answers: { 'nobody touched it': open, 'it happened again': lostAgain },
      problems: { 'the net is down': offline },
    },
    moveCause: {
      asks: ({ context }) => ({ ...asks, wish: known(context.wish, 'wish') }),
      answers: {
        'it is assigned to Ann': touched('assigned', { assignee: ann }),
        'it is resolved': touched('resolved'),
        'it is open again': touched('reopened'),
        'it is muted': touched('muted'),
      },
      problems: { 'somebody was quicker': refusal('cause/not-allowed-now') },
    },
  },
  drivers: {
    'user.retried': press('Look again'),
    'user.assigned': [
      { ...assign(ann), when: (it) => assigneeOf(it) !== ann.userId },
      { ...assign(bob), when: (it) => assigneeOf(it) !== bob.userId },
    ],
    'user.resolved': { ...press('Mark resolved'), event: { type: 'user.resolved', ...seen } },
    'user.muted': { ...press('Mute'), event: { type: 'user.muted', ...seen } },
    'user.reopened': { ...press('Open again'), event: { type: 'user.reopened', ...seen } },
  },
  assertions: {
    reading: () => expect(screen.queryByRole('alert')).toBeNull(),
    failed: ({ context }) => expect(screen.getByRole('alert').textContent).toContain(context.problem?.message),
    shown: sees,
    moving: (it) => {
      sees(it)
      screen.getByRole('img', { name: 'Saving…' })
    },
  },
  delays: { refreshPause: 30_000 },
  project: ({ read, wish, problem }) => ({
    ...{
      stands: read?.causes[0]?.state ?? (read === null ? 'unknown' : 'open'),
      isLostAgain: read?.causes[0]?.isLostAgain ?? false,
    },
    ...{ wish: wish?.type ?? false, told: problem?.code ?? false },
  }),
  invariants: {
    'a cause is moved only by a press, and as it was pressed': {
      when: ({ before, after }) => after.matches('moving') && !before.matches('moving'),
      holds: ({ event, after }) => expect(after.context.wish).toEqual(event),
    },
    'what was done stands there as the server has it': {
      when: ({ event }) => event.type === 'xstate.done.actor.moveCause',
      holds: ({ event, after }) => expect(after.context.read).toEqual(event['output']),
    },
    'what was refused is told, and nothing is shown that is not so': {
      when: ({ event }) => event.type === 'xstate.error.actor.moveCause',
      holds: ({ before, event, after }) => {
        expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message)
        expect(after.context.read).toEqual(before.context.read)
      },
    },
  },
}

describe('what is done about causes', () => {
  verifyShape(causesMachine)
  verifyEveryEdge(causesMachine, fixture)
})

const said = {
  open: '',
  assigned: 'Assigned to Ann Lee by Cy Fox',
  resolved: 'Resolved by Cy Fox',
  reopened: 'Opened again by Cy Fox',
  muted: 'Muted by Cy Fox',
}

function sees(it: CausesSnapshot): void {
  const cause = causeOf(it)
  const status = screen.queryByRole('status')?.textContent ?? ''
  if (cause?.isLostAgain) expect(status).toContain('it happened again after Cy Fox resolved it')
  else expect(status).toContain(said[cause?.state ?? 'open'])
}
