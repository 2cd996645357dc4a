// @vitest-environment happy-dom
/** A source that was read page by page before its connector was started by events: the step says so, and offers the way out. */

import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { type BuilderActor, builderMachine, selectDraft } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { SourceStep } from '#src/views/builder/systems/SourceStep.tsx'
import { AccessContext } from '#src/views/kit/actors/use-access.ts'
import { pass } from '../../model/kit/clock.ts'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const listConfig: ListConfig = {
  type: 'pagination',
  iterationPath: '',
  batchSize: 50,
  outputConfig: { strategy: 'bulk' },
}

it('offers to read each event as one list, and keeps the rest', async () => {
  const { config } = shopDraft
  const source = { ...config.source, isList: true, listPath: 'items', listConfig }
  const actor = await opened({ ...shopDraft, config: { ...config, source, trigger: { type: 'webhook' } } })
  render(<Shown actor={actor} />)
  screen.getByText("You can't deploy this yet: events have no pages.")
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Use simple' }))
  expect(selectDraft(actor.getSnapshot())?.config.source).toEqual({ ...source, listConfig: { ...listConfig, type: 'simple' } })
  expect(screen.queryByRole('button', { name: 'Use simple' })).toBeNull()
  screen.getByRole('switch', { name: 'Process the response as a list' })
})

async function opened(draft: Draft) {
  const clock = new SimulatedClock()
  const machine = builderMachine.provide({
    actors: {
      watchLeaving: fromCallback(() => {}),
      openDraft: fromPromise<Opened, { readonly connectorId: string }>(async () => ({ draft, isAhead: false })),
    },
  })
  const actor = createActor(machine, { clock, input: { connectorId: 'shop' } }).start()
  await pass(clock, 0)
  return actor
}

const access = {} as Access
const go = vi.fn()

function Shown({ actor }: { readonly actor: BuilderActor }) {
  const draft = useSelector(actor, selectDraft)
  const place = { flow: 'edit', step: 'source', connectorId: 'shop', enrichmentId: null } as const
  return draft === null ? null : (
    <AccessContext value={access}>
      <SourceStep actor={actor} draft={draft} place={place} go={go} />
    </AccessContext>
  )
}
