// @vitest-environment happy-dom
/** What cards of templates say, and that a name which turns the direction of its text turns nothing beside it. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ListedApart } from '#src/views/kit/layout/ListedApart.tsx'
import { TemplateCard } from '#src/views/library/browse/TemplateCard.tsx'

import { templateOf } from '../../model/library/templates.ts'

afterEach(cleanup)

it('parts what others wrote by what the language puts between', () => {
  const { container } = render(<ListedApart of={['by A', '\u202eshop', 'x']} />)
  expect(container.textContent).toBe('by A, \u202eshop, x')
  expect(screen.getByText('\u202eshop').tagName).toBe('BDI')
})

it('says how many connectors use it, and nothing where none is known', () => {
  const { rerender } = render(<TemplateCard template={templateOf('Orders', { usedBy: 3 })} />)
  screen.getByText('Used by 3 of your connectors')
  rerender(<TemplateCard template={templateOf('Orders')} />)
  expect(screen.queryByText(/Used by/)).toBeNull()
})
