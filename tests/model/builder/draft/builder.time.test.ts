/** Edges know no hours: each pause and limit of a draft is told here once, on a clock that runs. */
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { builderMachine } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import { pass } from '../../kit/clock.ts'
import { named, shopDraft } from '../../kit/samples/drafts.ts'

describe('a draft', () => {
  it('is saved 0.8 s after the last change, once, with all of them', async () => {
    const asked: Draft[] = []
    const { clock, actor } = await open({
      saveDraft: fromPromise<Draft, { draft: Draft }>(async ({ input: { draft } }) => {
        asked.push(draft)
        return { ...draft, revision: draft.revision + 1 }
      }),
    })
    for (const name of ['O', 'Or', 'Ord']) {
      actor.send({ type: 'user.changed', change: { profile: { name } } })
      await pass(clock, 799)
    }
    expect(asked).toEqual([])
    await pass(clock, 1)
    expect(asked.map(({ profile, revision }) => [profile.name, revision])).toEqual([['Ord', 3]])
    expect(actor.getSnapshot().value).toBe('saved')
    expect(actor.getSnapshot().context.draft?.revision).toBe(4)
  })

  it('is tried again every 5 s for as long as the server is away, with what was typed meanwhile', async () => {
    const asked: string[] = []
    const { clock, actor } = await open({
      saveDraft: fromPromise<Draft, { draft: Draft }>(({ input: { draft } }) => {
        asked.push(draft.profile.name)
        return Promise.reject(refusal('net/unreachable'))
      }),
    })
    actor.send({ type: 'user.changed', change: { profile: { name: 'O' } } })
    await pass(clock, 800)
    actor.send({ type: 'user.changed', change: { profile: { name: 'Or' } } })
    await pass(clock, 5_000)
    await pass(clock, 5_000)
    expect(asked).toEqual(['O', 'Or', 'Or'])
    actor.stop()
  })

  it('knows its own words again, whichever of its saves the server took when no answer came', async () => {
    const asked: Draft[] = []
    const { clock, actor } = await open({
      saveDraft: fromPromise<Draft, { draft: Draft }>(({ input: { draft } }) => {
        asked.push(draft)
        return Promise.reject(refusal(asked.length < 3 ? 'net/timeout' : 'connector/stale'))
      }),
      readTheirs: fromPromise<Draft>(async () => ({ ...shopDraft, profile: { ...shopDraft.profile, name: 'O' }, revision: 4 })),
    })
    actor.send({ type: 'user.changed', change: { profile: { name: 'O' } } })
    await pass(clock, 800)
    actor.send({ type: 'user.changed', change: { profile: { name: 'Or' } } })
    await pass(clock, 5_000)
    await pass(clock, 5_000)
    expect(asked.map(({ profile }) => profile.name)).toEqual(['O', 'Or', 'Or'])
    expect(actor.getSnapshot().value).toBe('waiting')
    expect(actor.getSnapshot().context.draft).toMatchObject({ revision: 4, profile: { name: 'Or' } })
    actor.stop()
  })

  it('is kept in the tab before anything is asked, and forgotten there when the server has it', async () => {
    const done: string[] = []
    const { clock, actor } = await open(
      {
        saveDraft: fromPromise<Draft, { draft: Draft }>(async ({ input: { draft } }) => {
          done.push('asked')
          return draft
        }),
      },
      {
        keepInTab: ({ context }: { context: { draft: Draft | null } }) => void done.push(`kept ${context.draft?.profile.name}`),
        forgetInTab: () => void done.push('forgot'),
      },
    )
    done.length = 0
    actor.send({ type: 'user.changed', change: named('Orders') })
    expect(done).toEqual(['kept Orders'])
    await pass(clock, 800)
    expect(done).toEqual(['kept Orders', 'kept Orders', 'asked', 'forgot'])
  })
})

async function open(actors: object, actions: object = {}) {
  const clock = new SimulatedClock()
  const openDraft = fromPromise<Opened, { readonly connectorId: string }>(async () => ({ draft: shopDraft, isAhead: false }))
  const machine = builderMachine.provide({ actors: { watchLeaving: fromCallback(() => {}), openDraft, ...actors }, actions })
  const actor = createActor(machine, { clock, input: { connectorId: 'shop' } }).start()
  await pass(clock, 0)
  return { clock, actor }
}
