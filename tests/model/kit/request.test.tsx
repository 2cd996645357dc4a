import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { createRequestMachine } from '#src/machines/kit/request.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { useContextOf, useIsBusy } from '#src/views/kit/use-context-of.ts'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

type Asked = { readonly name: string }

const machine = createRequestMachine<Asked, string>({ id: 'request', mayAsk: ({ name }) => name !== '' })

function View({ actor }: { readonly actor: ActorRefFrom<typeof machine> }) {
  const { name } = useContextOf(actor, 'asked')
  const answer = useContextOf(actor, 'answer')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      <p role="status">{answer ?? 'nothing'}</p>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>Cancel</Button>
      ) : (
        <Button isBlocked={name === ''} onPress={() => actor.send({ type: 'user.asked' })}>
          Ask
        </Button>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}

const fixture: Fixture<typeof machine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { 'a name': { name: 'orders' }, 'no name': { name: '' } },
  answers: {
    ask: {
      asks: { name: 'orders' },
      answers: { 'an answer': 'twelve' },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: { 'user.asked': press('Ask'), 'user.cancelled': press('Cancel') },
  assertions: {
    resting: ({ context: { answer, problem } }) => {
      expect(screen.getByRole('status').textContent).toBe(answer ?? 'nothing')
      expect(screen.queryByRole('alert') === null).toBe(problem === null)
    },
    asking: () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  delays: {},
  project: ({ asked: { name }, answer, problem }) => ({
    named: name !== '',
    answered: answer !== null,
    told: problem?.code ?? false,
  }),
  invariants: {
    'an answer and a problem never stand beside each other': {
      when: ({ after }) => after.context.problem !== null,
      holds: ({ after }) => expect(after.context.answer).toBeNull(),
    },
  },
}

describe('a request', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)

  it('asks for what was changed, and keeps the answer before when it is told to', async () => {
    const asked: Asked[] = []
    const ask = fromPromise<string, Asked>(async ({ input }) => {
      asked.push(input)
      if (asked.length === 2) throw refusal('net/unreachable')
      return 'twelve'
    })
    const keeping = createRequestMachine<Asked, string>({ id: 'request', keepsAnswer: true }).provide({ actors: { ask } })
    const actor = createActor(keeping, { input: { name: 'orders' } }).start()
    for (const name of ['orders', 'runs']) {
      actor.send({ type: 'user.asked', change: { name } })
      await expect.poll(() => actor.getSnapshot().value).toBe('resting')
    }
    expect(asked).toEqual([{ name: 'orders' }, { name: 'runs' }])
    expect(actor.getSnapshot().context).toMatchObject({ answer: 'twelve', problem: { code: 'net/unreachable' } })
  })
})
