/** What a button that submits does where something is missing. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { passwordRequestMachine } from '#src/machines/auth/reset/password-request.machine.ts'
import { PasswordRequestPage } from '#src/views/auth/reset/PasswordRequestPage.tsx'
import { fieldAt } from './samples/public-pages.ts'

afterEach(cleanup)

it.each(['', 'ada at example'])('leads to the field with %j, and has the browser say nothing over the hint', (text) => {
  const actor = createActor(passwordRequestMachine).start()
  actor.send({ type: 'user.wrote', text })
  render(<PasswordRequestPage actor={actor} />)
  const said: string[] = []
  document.addEventListener('invalid', ({ type }) => said.push(type), { capture: true, once: true })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(said).toEqual([])
  expect(document.activeElement).toBe(fieldAt('Email'))
  screen.getByText('Enter your email.')
})
