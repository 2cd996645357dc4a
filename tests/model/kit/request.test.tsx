import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { createRequestMachine } from '#src/machines/kit/request.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { useContextOf, useIsBusy } from '#src/views/kit/use-snapshot.ts'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

type Asked = { readonly name: string }

const machine = createRequestMachine<Asked, string>({ id: 'request', canRequest: ({ name }) => name !== '' })

function View({ actor }: { readonly actor: ActorRefFrom<typeof machine> }) {
  const { name } = useContextOf(actor, 'request')
  const response = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      <p role="status">{response ?? 'nothing'}</p>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>Cancel</Button>
      ) : (
        <Button isBlocked={name === ''} onPress={() => actor.send({ type: 'user.requested' })}>
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
    send: {
      asks: { name: 'orders' },
      answers: { 'a response': 'twelve' },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: { 'user.requested': press('Ask'), 'user.cancelled': press('Cancel') },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      expect(screen.getByRole('status').textContent).toBe(response ?? 'nothing')
      expect(screen.queryByRole('alert') === null).toBe(problem === null)
    },
    sending: () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  delays: {},
  project: ({ request: { name }, response, problem }) => ({
    named: name !== '',
    hasResponse: response !== null,
    told: problem?.code ?? false,
  }),
  invariants: {
    'a response and a problem are never shown together': {
      when: ({ after }) => after.context.problem !== null,
      holds: ({ after }) => expect(after.context.response).toBeNull(),
    },
  },
}

describe('a request', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)

  it('sends what was changed, and keeps the previous response where it is set to', async () => {
    const asked: Asked[] = []
    const send = fromPromise<string, Asked>(async ({ input }) => {
      asked.push(input)
      if (asked.length === 2) throw refusal('net/unreachable')
      return 'twelve'
    })
    const keeping = createRequestMachine<Asked, string>({ id: 'request', keepsResponse: true }).provide({ actors: { send } })
    const actor = createActor(keeping, { input: { name: 'orders' } }).start()
    for (const name of ['orders', 'runs']) {
      actor.send({ type: 'user.requested', change: { name } })
      await expect.poll(() => actor.getSnapshot().value).toBe('idle')
    }
    expect(asked).toEqual([{ name: 'orders' }, { name: 'runs' }])
    expect(actor.getSnapshot().context).toMatchObject({ response: 'twelve', problem: { code: 'net/unreachable' } })
  })
})
