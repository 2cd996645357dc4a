// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'

import { FieldPicker } from '#src/views/builder/mapping/FieldPicker.tsx'

afterEach(cleanup)

function Picker({ first, isMany = true }: { readonly first: readonly string[]; readonly isMany?: boolean }) {
  const [paths, setPaths] = useState(first)
  const rest = { known: [...first], unknown: [], isBlocked: false, error: undefined }
  return <FieldPicker label="Fields" paths={paths} isMany={isMany} {...rest} onChange={setPaths} />
}

const order = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('the fields that a transform reads are put in another order by their buttons, by keyboard too', async () => {
  const user = userEvent.setup()
  render(<Picker first={['first', 'middle', 'last']} />)
  await user.click(screen.getByRole('button', { name: 'Move last before the field on its left' }))
  expect(order()).toEqual(['first', 'last', 'middle'])
  screen.getByRole('button', { name: 'Move first after the field on its right' }).focus()
  await user.keyboard('{Enter}')
  expect(order()).toEqual(['last', 'first', 'middle'])
  expect(screen.queryByRole('button', { name: 'Move last before the field on its left' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Move middle after the field on its right' })).toBeNull()
})

it('a single field has no order', () => {
  render(<Picker first={['only']} isMany={false} />)
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})
