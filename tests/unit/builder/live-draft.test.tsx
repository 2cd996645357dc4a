// @vitest-environment happy-dom
/** The frame of the builder around a connector that was just created. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'

import { builderMachine } from '#src/machines/builder/draft/builder.machine.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import { BuilderFrame } from '#src/views/builder/draft/BuilderFrame.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

function open(liveVersion: number | null) {
  const actors = {
    openDraft: fromPromise<Opened, { readonly connectorId: string }>(async () => ({
      draft: { ...shopDraft, liveVersion },
      isAhead: false,
    })),
    watchLeaving: fromCallback<EventObject, void>(() => {}),
  }
  const actor = createActor(builderMachine.provide({ actors }), { input: { connectorId: 'shop' } }).start()
  render(
    <BuilderFrame actor={actor} step="review" isNew hrefOf={(step) => `/${step}`} detailsHref="/details/shop">
      {() => <p>Step</p>}
    </BuilderFrame>,
  )
  return screen.findByText('Step')
}

it('leads to the page of a new connector as soon as it is live', async () => {
  await open(1)
  expect(screen.getByRole('link', { name: 'Connector page' }).getAttribute('href')).toBe('/details/shop')
})

it('leads to no page of a new connector before it is live', async () => {
  await open(null)
  expect(screen.queryByRole('link', { name: 'Connector page' })).toBeNull()
})
