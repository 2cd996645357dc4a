import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import {
  type ConfirmedActionActor,
  confirmedActionMachine,
  selectAction,
  selectIsBusy,
} from '#src/machines/kit/confirmed-action.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { ConfirmedAction } from '#src/views/kit/feedback/ConfirmedAction.tsx'
import { choose, press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { alertText, offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const machine = confirmedActionMachine.provide({ guards: { isComplete: (_, { action }) => action.choice === 'bob' } })
const removal = { kind: 'remove', id: 'ada' }

function View({ actor }: { readonly actor: ConfirmedActionActor }) {
  const action = useSelector(actor, selectAction)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <>
      <Button isBlocked={action !== null} onPress={() => actor.send({ type: 'user.planned', action: removal })}>
        Remove Ada…
      </Button>
      {action === null ? null : (
        <ConfirmedAction actor={actor} title="Remove Ada?" confirm="Remove" isDangerous>
          {isBusy ? null : (
            <Select
              label="New owner"
              options={{ '': 'Choose', bob: 'Bob' }}
              value={action.choice === 'bob' ? 'bob' : ''}
              onChoose={(choice) => actor.send({ type: 'user.chose', choice })}
            />
          )}
        </ConfirmedAction>
      )}
    </>
  )
}

const fixture: Fixture<typeof machine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    act: {
      asks: { ...removal, choice: 'bob' },
      answers: { 'it is done': null },
      problems: { 'the net is down': offline, 'it is not allowed': refusal('auth/forbidden') },
    },
  },
  drivers: {
    'user.planned': { ...press('Remove Ada…'), event: { type: 'user.planned', action: removal } },
    'user.chose': {
      ...choose('Bob', 'New owner'),
      event: { type: 'user.chose', choice: 'bob' },
      when: ({ context }) => context.action?.choice !== 'bob',
    },
    'user.confirmed': press(/^(Remove|Working…)$/),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    idle: () => expect(screen.queryByRole('dialog')).toBeNull(),
    confirming: ({ context: { problem } }) => {
      screen.getByRole('dialog', { name: 'Remove Ada?' })
      expect(alertText()?.includes(problem?.message ?? '') ?? false).toBe(problem !== null)
    },
    acting: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ action, problem }) => ({ chosen: action?.choice ?? null, told: problem?.code ?? null }),
  invariants: {
    'nothing is done that was not confirmed': {
      when: ({ after }) => after.matches('acting'),
      holds: ({ event }) => expect(event.type).toBe('user.confirmed'),
    },
    'what was chosen stays when it cannot be done': {
      when: ({ event }) => event.type === 'xstate.error.actor.act',
      holds: ({ before, after }) => expect(after.context.action).toEqual(before.context.action),
    },
  },
}

describe('an action that is confirmed', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)
})
