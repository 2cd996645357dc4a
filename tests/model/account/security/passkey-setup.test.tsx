import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { createActor } from 'xstate'

import type { Passkey } from '#contract/auth/passkeys.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type PasskeySetupSnapshot, passkeySetupMachine } from '#src/machines/account/security/passkey-setup.machine.ts'
import { entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { PasskeysCard } from '#src/views/account/security/PasskeysCard.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const laptop: Passkey = {
  ...{ id: 'laptop', name: 'Laptop', isSynced: true },
  ...{ createdAt: '2026-02-14T08:00:00.000Z', lastUsedAt: null },
}
const page = { items: [laptop], total: 1, readAt: '2026-11-24T08:52:00.000Z' }
/** Kit machines, whose own fixtures answer for their controls. */
const list = createActor(listMachine, {
  input: { query: {} },
  snapshot: listMachine.resolveState({ value: 'showing', context: { query: {}, page, problem: null, isMoved: false } }),
})
const rename = createActor(entryDialogMachine)

const begun = { challengeId: 'challenge', options: {} as never }
const removal = { kind: 'remove', id: 'laptop', name: 'Laptop' } as const

const fixture: Fixture<typeof passkeySetupMachine> = {
  view: (actor) => <PasskeysCard actor={list} rename={rename} setup={actor} />,
  inputs: { nothing: undefined },
  answers: {
    prove: {
      asks: ({ context }) => ({ request: context.plan }),
      answers: { 'it is done': { result: begun }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
    createPasskey: {
      asks: begun,
      answers: { 'the passkey is added': undefined },
      problems: { 'the person cancelled': refusal('passkey/not-used') },
    },
  },
  drivers: {
    'user.planned': [
      { ...press('Add a passkey'), event: { type: 'user.planned', plan: { kind: 'add' } } },
      { ...press('Remove Laptop'), event: { type: 'user.planned', plan: removal } },
    ],
    'user.cancelled': press('Stop'),
  },
  parts: ['Add a passkey', 'Remove Laptop?', 'Actions for Laptop'],
  assertions: {
    idle: ({ context: { problem } }) => {
      expect(alertText() === null).toBe(problem === null)
      screen.getByText('Laptop')
    },
    proving: ({ context: { plan } }) =>
      screen.getByRole('dialog', { name: plan?.kind === 'add' ? 'Add a passkey' : 'Remove Laptop?' }),
    creating: () => screen.getByRole('button', { name: 'Confirm on your device…' }),
  },
  delays: {},
  project: ({ plan, begun: it, problem }) => ({ plan: plan?.kind ?? null, isBegun: it !== null, told: problem?.code ?? null }),
  invariants: {
    'a device is asked only after the person has proved themselves': {
      when: ({ after }) => after.matches('creating'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.prove'),
    },
    'nothing of a plan stays behind': {
      when: ({ after }) => after.matches('idle'),
      holds: ({ after }: { readonly after: PasskeySetupSnapshot }) =>
        expect(after.context).toMatchObject({ plan: null, begun: null }),
    },
  },
}

describe('adding and removing passkeys', () => {
  verifyShape(passkeySetupMachine)
  verifyEveryEdge(passkeySetupMachine, fixture)
})
