/** A sign-up where nothing is set up that could send its link. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import { blank, type DraftEmitted, type StepEmitted } from '#src/machines/auth/sign-up/draft.ts'
import { registrationMachine } from '#src/machines/auth/sign-up/registration.machine.ts'
import { RegistrationPage } from '#src/views/auth/sign-up/RegistrationRoute.tsx'
import { heading } from '../../kit/samples/public-pages.ts'

afterEach(cleanup)

it.each([
  [true, 'Get your link from the operator'],
  [false, 'Check your inbox'],
])('says whom to ask where the link is only kept: %j', (isKept, title) => {
  const machine = registrationMachine.provide({
    actors: { keepDraft: fromCallback<DraftEmitted, void>(() => {}), watchPlace: fromCallback<StepEmitted, void>(() => {}) },
  })
  const draft = { ...blank, sentTo: 'ada@example.test', isKept }
  render(<RegistrationPage actor={createActor(machine, { input: { draft } }).start()} />)
  expect(heading()).toBe(title)
  const kept = 'No mail server is set up. Ask your operator for the message in the outbox.'
  expect(screen.queryByText(kept) !== null).toBe(isKept)
  expect(screen.queryByText(/We're sending a link/) === null).toBe(isKept)
})
