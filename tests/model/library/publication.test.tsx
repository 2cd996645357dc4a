import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import {
  type Publication,
  type PublicationSnapshot,
  publicationMachine,
  type Theirs,
} from '#src/machines/library/publication.machine.ts'
import { givenOf, nothingWritten, type PublicationField, sameGiven, writtenOf } from '#src/machines/library/written.ts'
import { PublicationForm } from '#src/views/library/PublicationForm.tsx'
import { press, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { shopDraft } from '../kit/samples/drafts.ts'
import { alertText, offline, seesForm, wrongAt } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const orders = { _id: 'the-connector', name: 'Shop orders' }
const labels: Readonly<Record<PublicationField, string>> = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  tags: 'Tags',
}
const order = Object.keys(labels) as PublicationField[]
const typed = { name: 'Orders for all', description: 'What it does.', category: 'Shop', tags: 'shop, crm' }
const content = { config: shopDraft.config, shapes: {} }
const savedByOther: Theirs = {
  ...{ name: 'Orders saved by another person', description: '', category: 'CRM', tags: ['crm'] },
  ...{ ...content, revision: 8, chosen: null, isWaiting: false },
}
const fresh: Publication = { own: null, connectorId: null, written: nothingWritten }
const own: Publication = { own: { templateId: 'the-public-one', revision: 7 }, connectorId: null, written: typed }

const fixture: Fixture<typeof publicationMachine> = {
  view: (actor) => <PublicationForm actor={actor} connectors={[orders]} />,
  inputs: { 'a new one': fresh, 'one of our own': own },
  answers: {
    publish: {
      asks: ({ context }) => ({ own: context.own, connectorId: context.connectorId, given: givenOf(context.written) }),
      answers: {
        'it is public': { templateId: 'the-public-one', isWaiting: false },
        'it waits for the operator': { templateId: 'the-public-one', isWaiting: true },
      },
      problems: {
        'another person saved first': refusal('template/stale'),
        'the name does not fit': wrongAt('/name'),
        'the net is down': offline,
      },
    },
    readTheirs: {
      asks: ({ context }) => ({ templateId: context.own?.templateId ?? '', connectorId: context.connectorId }),
      answers: {
        'what another person saved': savedByOther,
        'what was sent, its response lost': { ...savedByOther, ...givenOf(typed), chosen: content },
      },
      problems: { 'it was taken back': refusal('template/not-found') },
    },
  },
  drivers: {
    'user.wrote': [
      fills('name'),
      fills('description'),
      fills('category'),
      fills('tags'),
      {
        ...writes('name', '  '),
        when: ({ context: { written, own: it, problem } }) => written.name === typed.name && it === null && problem === null,
      },
    ],
    'user.choseConnector': [
      {
        ...chooses('the connector', orders._id),
        event: { type: 'user.choseConnector', connectorId: orders._id, name: orders.name },
        when: ({ context: { connectorId, problem } }) => connectorId === null && problem === null,
      },
      {
        ...chooses('none', ''),
        event: { type: 'user.choseConnector', connectorId: null, name: '' },
        when: ({ context: { connectorId, problem } }) => connectorId !== null && problem === null,
      },
    ],
    'user.submitted': { ...press('Publish'), says: 'press Publish or Save', find: submitButton },
    'user.cancelled': press('Cancel'),
    'user.keptMine': press('Keep mine'),
    'user.tookTheirs': press('Keep theirs'),
  },
  assertions: {
    writing: sees({ new: 'Publish', own: 'Save changes' }, false),
    publishing: sees({ new: 'Publishing…', own: 'Saving…' }, true),
    looking: sees({ new: 'Publishing…', own: 'Saving…' }, true),
    comparing: () => expect(alertText()).toContain('Someone else changed this connector'),
    published: ({ context }) => {
      const done = context.own === null ? 'Published' : 'Changes published'
      expect(screen.getByRole('status').textContent).toContain(context.isWaiting ? 'Waiting for approval' : done)
      expect(screen.getByRole('link', { name: 'View public page' }).getAttribute('href')).toBe(
        '/connector-library/the-public-one',
      )
    },
  },
  delays: {},
  project: ({ own: it, connectorId, written, theirs: met, unanswered, templateId, isWaiting, problem }) => ({
    own: it !== null,
    chosen: connectorId !== null,
    filled: order.filter((field) => written[field].trim() !== '').length,
    theirName: written.name === savedByOther.name,
    named: written.name === orders.name,
    met: met !== null,
    sentOther: it !== null && unanswered.some((sent) => !sameGiven(sent, givenOf(written))),
    public: templateId !== null,
    waits: isWaiting,
    told: problem !== null,
    atField: problem?.errors !== undefined,
  }),
  exits: ['View public page', 'Back to the marketplace'],
  invariants: {
    'typed values stay until the person discards them': {
      when: ({ event }) => /^xstate\./.test(event.type),
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
    'a failure is shown': {
      when: ({ event, after }) => /^xstate\.(error|after)/.test(event.type) && after.matches('writing'),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
    'an error of the name is shown at its field': {
      when: ({ after }) => after.matches('writing'),
      holds: ({ after }) =>
        expect(screen.queryByText('Name what /name must be') !== null).toBe(after.context.problem?.errors !== undefined),
    },
    'before anything is public it is said what stays and what is seen': {
      when: ({ after }) => after.can({ type: 'user.submitted' }),
      holds: () => screen.getByText(/^Secrets, examples and variable values are not published\./),
    },
    'nothing is published without a name, and nothing new without a connector': {
      when: ({ after }) => after.matches('publishing'),
      holds: ({ after: { context } }) => {
        expect(context.written.name.trim()).not.toBe('')
        expect(context.own !== null || context.connectorId !== null).toBe(true)
      },
    },
    'what a person called keeps its name': {
      when: ({ before: { context }, event }) =>
        event.type === 'user.choseConnector' && context.written.name.trim() !== '' && context.written.name !== context.givenName,
      holds: ({ before, after }) => expect(after.context.written.name).toBe(before.context.written.name),
    },
    'both versions are shown, field by field': {
      when: ({ after }) => after.matches('comparing'),
      holds: ({ after }) => {
        const { written, theirs: met } = after.context
        const both = order.flatMap((field) => [written[field], writtenOf(met ?? savedByOther)[field]])
        expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
          expect.arrayContaining(both.map((text) => text || '(empty)')),
        )
      },
    },
    'keeping the other version loads what was saved': {
      when: ({ event }) => event.type === 'user.tookTheirs',
      holds: ({ before, after }) => {
        expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(before.context.theirs?.name)
        expect(after.context.own).toEqual({ templateId: 'the-public-one', revision: 8 })
      },
    },
    'a sent version that is public is recognized as published': {
      when: ({ before: { context }, event }) =>
        event.type === 'xstate.done.actor.readTheirs' &&
        sameGiven(event['output'], givenOf(context.written)) &&
        (context.connectorId === null || event['output'].chosen !== null),
      holds: ({ after }) => {
        expect(after.matches('published')).toBe(true)
        expect(after.context.templateId).toBe('the-public-one')
      },
    },
    'the same text with the configuration of another connector is not what was sent': {
      when: ({ before: { context }, event }) =>
        event.type === 'xstate.done.actor.readTheirs' &&
        sameGiven(event['output'], givenOf(context.written)) &&
        context.connectorId !== null &&
        event['output'].chosen === null,
      holds: ({ after }) => expect(after.matches('comparing')).toBe(true),
    },
    'changes after a lost response are saved over what was sent before': {
      when: ({ before, after }) => before.matches('looking') && after.matches('publishing'),
      holds: ({ before, after }) => {
        expect(before.context.unanswered.some((sent) => !sameGiven(sent, givenOf(before.context.written)))).toBe(true)
        expect(after.context.written).toEqual(before.context.written)
        expect(after.context.own).toEqual({ templateId: 'the-public-one', revision: 8 })
      },
    },
    'keeping the typed values saves them over the other version': {
      when: ({ event }) => event.type === 'user.keptMine',
      holds: ({ before, after }) => {
        expect(after.context.written).toEqual(before.context.written)
        expect(after.context.own).toEqual({ templateId: 'the-public-one', revision: 8 })
      },
    },
  },
}

describe('a publication', () => {
  verifyShape(publicationMachine)
  verifyEveryEdge(publicationMachine, fixture)
})

function writes(field: PublicationField, text: string) {
  return { ...write(text, labels[field]), event: { type: 'user.wrote', field, text } as const }
}

/** From the top to the bottom, once the connector is chosen, so that the orders of five choices are one. */
function fills(field: PublicationField) {
  const above = order.slice(0, order.indexOf(field))
  return {
    ...writes(field, typed[field]),
    when: ({ context: { own: it, connectorId, written, problem } }: PublicationSnapshot) =>
      written[field] !== typed[field] &&
      above.every((each) => written[each] === typed[each]) &&
      (field === 'name'
        ? problem === null || problem.errors !== undefined
        : it === null && connectorId !== null && problem === null),
  }
}

function chooses(what: string, value: string) {
  return {
    says: `choose ${what}`,
    find: () => screen.queryByRole('combobox'),
    use: (control: HTMLElement, user: { selectOptions: (control: HTMLElement, value: string) => Promise<void> }) =>
      user.selectOptions(control, value),
  }
}

function submitButton(): HTMLElement | null {
  return screen.queryByRole('button', { name: /^(Publish|Save changes)$/ })
}

function sees(button: { readonly new: string; readonly own: string }, isBusy: boolean) {
  return ({ context: { own: it, written } }: PublicationSnapshot) => {
    const kind = it === null ? 'new' : 'own'
    seesForm(kind === 'new' ? 'Publish a connector' : 'Edit public connector', button[kind], isBusy)
    for (const field of order) expect(screen.getByLabelText<HTMLInputElement>(labels[field]).value).toBe(written[field])
  }
}
