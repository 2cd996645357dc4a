// @vitest-environment happy-dom
/** A form that writes to the company says where its emails are while nothing sends them. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { type CustomerForm, customerForms } from '#src/machines/admin/customer.page.machine.ts'
import { entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { CustomerForms } from '#src/views/admin/customer/CustomerForms.tsx'

afterEach(cleanup)

function show(form: CustomerForm, isMailed: boolean) {
  const actor = createActor(entryDialogMachine, { input: undefined }).start()
  actor.send({ type: 'user.opened', entry: { form, name: 'Harbor' } })
  render(<CustomerForms actor={actor} summary={null} isMailed={isMailed} />)
  return screen.queryByText(/^No mail server is set up/) !== null
}

it.each(customerForms)('of the form %s', (form) => {
  const isMailing = /suspend|delete|invite|look|export/.test(form)
  expect(show(form, false)).toBe(isMailing)
  cleanup()
  expect(show(form, true)).toBe(false)
})
