/** What is typed into a configuration: a secret counts as a change, is shown beside no other text, and no refusal takes it away; the rules look at all of it. */
import { EditorView } from '@codemirror/view'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import type { OpenedConfig } from '#src/machines/studio/config-editor/config-editor.context.ts'
import { configEditorMachine } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { textOf } from '#src/machines/studio/config-editor/config-text.ts'
import { ConfigEditorPanel } from '#src/views/studio/config-editor/ConfigEditorPanel.tsx'
import { sound } from '../../builder/review/reviews.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { saved } from './config-texts.ts'

afterEach(cleanup)

const canary = 'canary-8c1f9e'
const secured = (password: string | { readonly set: true; readonly last4: string }) => {
  const auth = { type: 'basic', username: 'me', password } as const
  return textOf({ ...shopDraft.config, source: { ...shopDraft.config.source, auth } })
}
const marked = secured({ set: true, last4: '1234' })
const runs = { ...saved, text: marked, live: { number: 2, text: marked } }

describe('a secret that is typed', () => {
  it('is told before it is deployed, and not shown', async () => {
    const { user } = open(runs)
    await publishing(user, secured(canary))
    const confirm = within(await screen.findByRole('dialog', { name: 'Confirm Deployment' }))
    confirm.getByText('1 secret changes to your new value (not shown).')
    expect(confirm.queryByText(/^Nothing changes/)).toBeNull()
    expect(written('Changes since version 2')).toContain('"password": "••••••••"')
    expect(written('Changes since version 2')).not.toContain(canary)
  })

  it('is not shown before the first deployment either', async () => {
    const { user } = open({ ...runs, live: null })
    await publishing(user, secured(canary))
    const confirm = within(await screen.findByRole('dialog', { name: 'Confirm Deployment' }))
    expect(confirm.getByRole('region', { name: 'What is deployed' }).textContent).toContain('"password": "••••••••"')
  })

  it('is a change where it was saved and never deployed', async () => {
    const { user } = open({ ...runs, live: { number: 2, text: secured({ set: true, last4: '9876' }) } })
    await publishing(user, marked)
    await screen.findByRole('dialog', { name: 'Confirm Deployment' })
    expect(written('Changes since version 2')).toContain('"last4": "1234"')
  })

  it('is no change where it stays as it is', async () => {
    const { user } = open(runs)
    await publishing(user, marked)
    await screen.findByText('No changes since version 2.')
  })

  it('stands there still when somebody else saved the profile meanwhile', async () => {
    const { user, actor } = open(runs, { ...runs, revision: 4 })
    await publishing(user, secured(canary))
    await user.click(await screen.findByRole('button', { name: 'Deploy Now' }))
    await screen.findByRole('dialog', { name: 'Someone saved this connector after you opened it' })
    expect(written('The newer version, with your changes')).not.toContain(canary)
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    expect(actor.getSnapshot().context).toMatchObject({ text: secured(canary), revision: 4 })
  })
})

it('tells what the rules of the sections find where the server does not answer', async () => {
  const { user } = open(runs, runs, () => Promise.reject(offline))
  await write(user, JSON.stringify({ ...JSON.parse(marked), destination: { type: 'http', requestMethod: 'POST' } }))
  await user.click(screen.getByRole('button', { name: 'Validate' }))
  const found = within(screen.getByRole('region', { name: 'Validation Results' }))
  await found.findByText('The server could not validate this. Section checks found these.')
  found.getByRole('group', { name: '1 error' })
  found.getByText(/Destination must have a URL, Azure config, or database config\./)
  await write(user, secured(canary))
  await user.click(screen.getByRole('button', { name: 'Validate' }))
  await found.findByText('The server could not validate this. Section checks found no errors.')
})

type User = ReturnType<typeof userEvent.setup>
type Input = { readonly connectorId: string }

/** @param later what the server has when a publication is refused as stale, which each is here. */
function open(first: OpenedConfig['saved'], later = first, check = () => Promise.resolve(sound)) {
  const answers = [first, later]
  const actor = createActor(
    configEditorMachine.provide({
      actors: {
        openConfig: fromPromise<OpenedConfig, Input>(() => Promise.resolve({ saved: answers.shift() ?? later, kept: null })),
        checkConfig: fromPromise(check),
        publishConfig: fromPromise(() => Promise.reject(refusal('connector/stale'))),
      },
    }),
    { input: { connectorId: 'shop' } },
  ).start()
  render(<ConfigEditorPanel actor={actor} history={null} />)
  return { actor, user: userEvent.setup() }
}

async function write(user: User, text: string) {
  if (screen.queryByRole('button', { name: 'Validate' }) === null) {
    await user.click(await screen.findByRole('button', { name: 'Edit Configuration' }))
  }
  const view = viewOf('Configuration as JSON')
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.paste' })
}

async function publishing(user: User, text: string) {
  await write(user, text)
  await user.click(await screen.findByRole('button', { name: 'Validate' }))
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
}

const written = (name: string) => viewOf(name).state.doc.toString()

function viewOf(name: string): EditorView {
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name }))
  if (view === null) throw new Error(`no editor stands in ${name}`)
  return view
}
