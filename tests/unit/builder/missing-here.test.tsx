// @vitest-environment happy-dom
/** The bar of a step: what is missing leads to its place, also on the step that is shown. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { DeployEnd } from '#src/views/builder/draft/DeployEnd.tsx'
import { StepsBar } from '#src/views/builder/draft/StepsBar.tsx'
import { KeyChoice } from '#src/views/builder/lists/KeyChoice.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const draft: Draft = { ...shopDraft, config: { ...shopDraft.config, source: { ...shopDraft.config.source, url: '' } } }
const hrefOf = (step: string) => `/at/${step}`

function open(shown: 'source' | 'destination', inside = <input aria-label="Key" />) {
  render(
    <>
      <StepsBar draft={draft} step={shown} hrefOf={hrefOf} />
      {inside}
      <DeployEnd draft={draft} shown={shown} hrefOf={hrefOf} onDeploy={() => {}} isBeforeReview={false} />
    </>,
  )
  fireEvent.click(screen.getByRole('link', { name: '1 missing in Source' }))
}

it('what the shown step misses gets the focus: an open question first', () => {
  open(
    'source',
    <fieldset data-open-question="">
      <input aria-label="Key" />
    </fieldset>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Key'))
})

it('without such a place the list of what is needed gets the focus', () => {
  open('source')
  expect(document.activeElement?.textContent).toContain('Enter the URL of the source.')
  expect(location.pathname).not.toBe('/at/source')
})

it('what another step misses leads there', () => {
  open('destination')
  expect(location.pathname + location.hash).toBe('/at/source#missing')
})

it('on arrival the open question gets the focus, also where it is drawn later than the list of what is needed', async () => {
  location.hash = '#missing'
  const bar = <StepsBar draft={draft} step="source" hrefOf={hrefOf} />
  const { rerender } = render(bar)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Enter the URL of the source.'))
  const source = { type: 'http', isList: true } as const
  const config = { ...shopDraft.config, source }
  rerender(
    <>
      {bar}
      <KeyChoice question={{ isOpen: true, proposed: ['sku'], isSampled: true }} config={config} onChange={() => {}} />
    </>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^sku/ })))
  location.hash = ''
})
