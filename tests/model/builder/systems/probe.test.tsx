import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { Exchange, Sample } from '#contract/builder/probe.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import {
  type Finding,
  type Probed,
  probeMachine,
  selectFoundAt,
  selectIsOld,
  selectProblem,
} from '#src/machines/builder/systems/probe.machine.ts'
import { ProbePanel } from '#src/views/builder/systems/ProbePanel.tsx'
import { pass } from '../../kit/clock.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const probed: Probed = { side: 'source', config: { type: 'http', url: 'https://shop.example.test/orders', requestMethod: 'GET' } }
const answered: Exchange = {
  request: { method: 'GET', url: 'https://shop.example.test/orders', headers: { accept: 'application/json' }, body: null },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":7}', bytes: 8, isCut: false },
  duration: 42,
  fault: null,
}
const sample: Sample = {
  startpoint: 'GET https://shop.example.test/orders',
  exchanges: [answered],
  lists: [],
  records: { count: 1, items: [{ id: 7 }] },
  fields: [{ path: 'id', types: ['integer'], isAlways: true }],
  problem: null,
}
const refused: Sample = {
  ...sample,
  exchanges: [{ ...answered, response: { status: 401, headers: {}, body: 'who are you?', bytes: 12, isCut: false } }],
  records: null,
  fields: [],
  problem: problem('source/refused', { message: 'The source returned 401.' }),
}
const finding = (it: Sample): Finding => ({ kind: 'sample', sample: it, takenAt: '2026-01-01T00:00:00.000Z' })

const fixture: Fixture<typeof probeMachine> = {
  view: (actor) => <ProbePanel actor={actor} probed={probed} />,
  inputs: { 'a source that is filled in': { connectorId: 'c1' } },
  answers: {
    probe: {
      asks: { probed, connectorId: 'c1' },
      answers: {
        'one record': finding(sample),
        'a refusal of the other side': finding(refused),
        'a destination that works': {
          kind: 'test',
          test: { verdict: 'works', message: 'OPTIONS was sent.', exchanges: [answered], problem: null },
        },
      },
      problems: { 'the address is forbidden': refusal('egress/refused'), 'the net is down': offline, 'a bug': bug },
    },
  },
  drivers: {
    'user.requested': { ...press('Send test request'), event: { type: 'user.requested', probed } },
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    idle: () => seesPanel('Send test request', false),
    asking: () => {
      seesPanel('Waiting for a response…', true)
      expect(screen.getByRole('button', { name: 'Waiting for a response…' }).getAttribute('aria-disabled')).toBe('true')
    },
    answered: () => {
      seesPanel('Send test request', false)
      seesExchanges()
    },
    failed: ({ context }) => {
      seesPanel('Send test request', false)
      expect(alertText()).toContain(context.problem?.message)
    },
  },
  delays: {},
  project: ({ finding, problem }) => ({
    found:
      finding === null ? false : finding.kind === 'test' ? 'a test' : finding.sample.problem === null ? 'records' : 'a refusal',
    told: problem?.code ?? false,
  }),
  invariants: {
    'what was found stays until something new is found': {
      when: ({ before, after }) => before.context.finding !== null && !after.matches('answered'),
      holds: ({ before, after }) => {
        expect(after.context.finding).toBe(before.context.finding)
        seesExchanges()
      },
    },
    'what failed is told': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
    'what the other side said is shown as it said it, with its time and its size': {
      when: ({ after }) => after.matches('answered'),
      holds: ({ after }) => {
        const { finding } = after.context
        const exchanges = finding?.kind === 'sample' ? finding.sample.exchanges : (finding?.test.exchanges ?? [])
        const list = seesExchanges()
        for (const { request, response } of exchanges) {
          expect(list.textContent).toContain(`${request.method} ${request.url}`)
          expect(list.textContent).toContain(response?.body)
          expect(list.textContent).toContain(`responded with ${response?.status}, ${response?.bytes} B`)
          expect(list.textContent).toContain('42 ms')
        }
      },
    },
    'an answer without records says that what was known stays': {
      when: ({ after }) => after.matches('answered'),
      holds: ({ after: { context } }) => {
        const isEmpty = context.finding?.kind === 'sample' && context.finding.sample.records === null
        expect(screen.queryByText(/The known fields are unchanged/) !== null).toBe(isEmpty)
      },
    },
    'a refused sign-in says what to do': {
      when: ({ after }) => after.matches('answered'),
      holds: ({ after: { context } }) => {
        const isRefused = context.finding?.kind === 'sample' && context.finding.sample.problem !== null
        expect(screen.queryByText('This system requires a sign-in. Choose an authentication, then test again.') !== null).toBe(
          isRefused,
        )
      },
    },
    'who has left a try hears of no failure': {
      when: ({ event }) => event.type === 'user.cancelled',
      holds: ({ after }) => expect(after.context.problem).toBeNull(),
    },
  },
}

describe('a test request', () => {
  verifyShape(probeMachine)
  verifyEveryEdge(probeMachine, fixture)
})

it('is not made while something is missing, and tells its sample to whoever keeps it', async () => {
  const kept: unknown[] = []
  const machine = probeMachine.provide({
    actors: { probe: fromPromise(async () => finding(sample)) },
    actions: { tellFinding: (_, params) => kept.push(params) },
  })
  const actor = createActor(machine, { input: { connectorId: null } }).start()
  actor.send({ type: 'user.requested', probed: { side: 'source', config: { type: 'http' } } })
  expect(actor.getSnapshot().value).toBe('idle')
  actor.send({ type: 'user.requested', probed })
  await pass(new SimulatedClock(), 0)
  expect(kept).toEqual([{ finding: finding(sample), probed }])
})

it('marks an answer with where it came from once the form asks elsewhere, also when that was refused', async () => {
  const answers = [() => Promise.resolve(finding(sample)), () => Promise.reject(refusal('net/unreachable'))]
  const machine = probeMachine.provide({
    actors: {
      probe: fromPromise<Finding, { probed: Probed; connectorId: string | null }>(
        () => answers.shift()?.() ?? Promise.reject(refusal('net/unreachable')),
      ),
    },
  })
  const actor = createActor(machine, { input: { connectorId: null } }).start()
  const elsewhere: Probed = { side: 'source', config: { type: 'http', url: 'http://10.0.0.7/orders' } }
  actor.send({ type: 'user.requested', probed })
  await pass(new SimulatedClock(), 0)
  expect(selectIsOld(probed)(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'user.requested', probed: elsewhere })
  await pass(new SimulatedClock(), 0)
  expect(actor.getSnapshot().value).toBe('failed')
  expect(selectProblem(elsewhere)(actor.getSnapshot())?.code).toBe('net/unreachable')
  expect(selectProblem(probed)(actor.getSnapshot())).toBeNull()
  expect(selectIsOld(elsewhere)(actor.getSnapshot())).toBe(true)
  expect(selectFoundAt(actor.getSnapshot())).toBe(probed.config.url)
})

/** In a section that is closed while nothing is wrong. */
const seesExchanges = () => screen.getByRole('list', { name: 'Request and response', hidden: true })

function seesPanel(button: string, isBusy: boolean): void {
  expect(screen.getByRole('region', { name: 'Test request' }).getAttribute('aria-busy')).toBe(String(isBusy))
  screen.getByRole('button', { name: button })
}
