import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { mailTestMachine } from '#src/machines/settings/mail-test.machine.ts'
import { MailTestCard } from '#src/views/settings/notifications/MailTestCard.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const testRecipient = 'ada@example.test'
const server = { host: 'mail.example.test', port: 587, secure: false, username: 'a', password: 'b', sender: '' }
const connected = { step: 'connect', isOk: true, said: '220 hello' } as const

const asks = { event: { type: 'user.requested', change: { server, testRecipient } } } as const

const fixture: Fixture<typeof mailTestMachine> = {
  view: (actor) => <MailTestCard actor={actor} server={server} ownAddress={testRecipient} />,
  inputs: { nothing: { server: null, testRecipient: '' } },
  answers: {
    send: {
      asks: { server, testRecipient },
      answers: {
        'it is accepted': {
          ...{ success: true, message: 'It was accepted.' },
          steps: [connected, { step: 'message', isOk: true, said: '250 taken' }],
        },
        'the sign-in is refused': {
          ...{ success: false, message: 'It failed.' },
          steps: [connected, { step: 'sign-in', isOk: false, said: '535 no' }],
        },
      },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': [
      {
        ...asks,
        says: 'send a test mail',
        find: () => screen.queryByRole('button', { name: 'Send test mail' }),
        use: (button, user) => user.click(button),
      },
      {
        ...asks,
        says: 'press Enter in the address',
        find: () => screen.queryByRole('textbox', { name: 'Send the test to' }),
        use: (field, user) => user.type(field, '{Enter}'),
      },
    ],
    'user.cancelled': {
      says: 'stop waiting',
      find: () => screen.queryByRole('button', { name: 'Stop waiting' }),
      use: (button, user) => user.click(button),
    },
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const text = screen.getByRole('status').textContent
      if (response === null) expect(text).toBe('')
      else for (const { said } of response.steps) expect(text).toContain(said)
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => screen.getByRole('button', { name: 'Stop waiting' }),
  },
  delays: {},
  project: ({ request, response, problem }) => ({
    isAsked: request.server !== null,
    isOk: response?.success ?? null,
    told: problem?.code ?? null,
  }),
  invariants: {},
}

describe('a test mail', () => {
  verifyShape(mailTestMachine)
  verifyEveryEdge(mailTestMachine, fixture)
})
