/** The harness against controls that our first workflow does not have: a password, a select, a link away, a modal dialog before the rest, a port that lasts. */
import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { unprovidedCallbackActor } from '#src/machines/kit/unprovided-actor.ts'
import { choose, press, write } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

const secretMachine = setup({
  types: {
    context: {} as { readonly secret: string; readonly scope: string },
    events: {} as
      | { readonly type: 'user.wrote'; readonly secret: string }
      | { readonly type: 'user.chose'; readonly scope: string }
      | { readonly type: 'user.requested' }
      | { readonly type: 'user.confirmed' },
  },
  actors: { watchBrowser: unprovidedCallbackActor<void>('watchBrowser') },
  actions: {
    rememberSecret: assign((_, params: { readonly secret: string }) => ({ secret: params.secret })),
    rememberScope: assign((_, params: { readonly scope: string }) => ({ scope: params.scope })),
    forgetSecret: assign({ secret: '' }),
  },
}).createMachine({
  id: 'secret',
  context: { secret: '', scope: 'read' },
  invoke: { id: 'watchBrowser', src: 'watchBrowser', onError: { actions: 'forgetSecret' } },
  on: { 'user.chose': { actions: { type: 'rememberScope', params: ({ event }) => event } } },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: { type: 'rememberSecret', params: ({ event }) => event } },
        'user.requested': 'confirming',
      },
    },
    confirming: { on: { 'user.confirmed': 'done' } },
    done: { type: 'final' },
  },
})

type SecretSnapshot = SnapshotFrom<typeof secretMachine>

function SecretView({ actor }: { readonly actor: ActorRefFrom<typeof secretMachine> }) {
  const snapshot = useSelector(actor, (it) => it)
  const { secret, scope } = snapshot.context
  return (
    <>
      <main>
        <a href="/help">Help</a>
        <label>
          Password
          <input
            type="password"
            value={secret}
            disabled={!snapshot.matches('writing')}
            onChange={({ target }) => actor.send({ type: 'user.wrote', secret: target.value })}
          />
        </label>
        <label>
          Scope
          <select
            value={scope}
            disabled={snapshot.status !== 'active'}
            onChange={({ target }) => actor.send({ type: 'user.chose', scope: target.value })}
          >
            <option>read</option>
            <option>write</option>
          </select>
        </label>
        {snapshot.matches('writing') ? (
          <button type="button" onClick={() => actor.send({ type: 'user.requested' })}>
            Save
          </button>
        ) : null}
      </main>
      {snapshot.matches('confirming') ? (
        <dialog ref={(it) => it?.showModal()} aria-label="Save it?">
          <button type="button" onClick={() => actor.send({ type: 'user.confirmed' })}>
            Yes
          </button>
        </dialog>
      ) : null}
    </>
  )
}

const isAsking = (snapshot: SecretSnapshot) => snapshot.matches('confirming')

const fixture: Fixture<typeof secretMachine> = {
  view: (actor) => <SecretView actor={actor} />,
  inputs: { nothing: undefined },
  answers: { watchBrowser: { asks: undefined, says: {}, problems: { 'no storage': new Error('denied') }, isLasting: true } },
  drivers: {
    'user.wrote': {
      ...write('canary', 'Password'),
      event: { type: 'user.wrote', secret: 'canary' },
      when: ({ context }) => context.secret !== 'canary',
      behind: isAsking,
    },
    'user.chose': {
      ...choose('write', 'Scope'),
      event: { type: 'user.chose', scope: 'write' },
      when: ({ context }) => context.scope !== 'write',
      behind: isAsking,
    },
    'user.requested': press('Save'),
    'user.confirmed': press('Yes'),
  },
  assertions: {
    writing: ({ context }) => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(context.secret),
    confirming: () => expect(screen.getByRole('dialog', { name: 'Save it?' })).not.toBeNull(),
    done: () => expect(screen.queryByRole('dialog')).toBeNull(),
  },
  delays: {},
  project: ({ secret, scope }) => ({ written: secret !== '', scope }),
  exits: ['Help'],
}

describe('a secret', () => {
  verifyShape(secretMachine)
  verifyEveryEdge(secretMachine, fixture)
})
