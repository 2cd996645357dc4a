// @vitest-environment happy-dom
/** A public name that turns the direction of its text turns nothing beside it. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { ListedApart } from '#src/views/kit/layout/ListedApart.tsx'

afterEach(cleanup)

it('parts what others wrote by what the language puts between', () => {
  const { container } = render(<ListedApart of={['by A', '\u202eshop', 'x']} />)
  expect(container.textContent).toBe('by A, \u202eshop, x')
  expect(screen.getByText('\u202eshop').tagName).toBe('BDI')
})
