import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type AssistantSnapshot, assistantMachine } from '#src/machines/assistant/assistant.machine.ts'
import { AssistantPanel } from '#src/views/assistant/AssistantPanel.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'
import { conversation, dashboard, details, ids, kept, nothing, pressed, proposal } from './assistant.scene.tsx'

const button = (name: string) => screen.queryByRole('button', { name })
const field = () => screen.queryByRole('textbox', { name: 'Your question' })
const hasTurn = ({ context }: AssistantSnapshot) => context.messages.length > 0
const press = (name: string) => ({
  says: `presses ${name}`,
  find: () => button(name),
  use: (control: HTMLElement, user: { click: (it: HTMLElement) => Promise<void> }) => user.click(control),
})

const fixture: Fixture<typeof assistantMachine> = {
  view: (actor) => <AssistantPanel actor={actor} firstName="Mary" drawOpinion={() => null} />,
  inputs: { 'on the dashboard': { place: dashboard, draft: '' }, 'a question was kept': { place: dashboard, draft: '?' } },
  answers: {
    load: {
      asks: ({ context }) => ({ conversationId: context.chosen ?? context.conversationId }),
      answers: { nothing, 'one turn': kept, 'one that was pressed': pressed },
      problems: { 'the net is down': offline },
    },
    ask: {
      asks: ({ context }) => context.asked as NonNullable<typeof context.asked>,
      answers: { 'an answer': kept },
      problems: { 'the net is down': offline },
    },
    list: { asks: undefined, answers: { one: [conversation], none: [] }, problems: { 'the net is down': offline } },
    remove: {
      asks: ({ context }) => ({ id: context.chosen ?? '' }),
      answers: { gone: undefined },
      problems: { 'the net is down': offline },
    },
    press: {
      asks: { key: `${ids.answer}/0`, proposal },
      answers: { done: { href: '/details/7' } },
      problems: { 'the net is down': offline },
    },
    watchPlace: {
      asks: undefined,
      says: { 'another page': { type: 'page.moved', place: details } },
      problems: {},
      isLasting: true,
    },
    watchQuestions: {
      asks: undefined,
      says: {
        'a page asks': { type: 'page.asked', text: 'How do I map fields?' },
        'a page opens it': { type: 'page.asked', text: '' },
      },
      problems: {},
      isLasting: true,
    },
    watchFront: {
      asks: undefined,
      says: { 'the tab came to the front': { type: 'browser.asked' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.opened': press('Open the assistant'),
    'user.closed': press('Close the assistant'),
    'user.typed': [
      {
        says: 'writes a question',
        event: { type: 'user.typed', text: '?' },
        when: ({ context }) => context.draft === '',
        find: field,
        use: (control, user) => user.type(control, '?'),
      },
      {
        says: 'takes it out again',
        event: { type: 'user.typed', text: '' },
        when: ({ context }) => context.draft !== '',
        find: field,
        use: (control, user) => user.clear(control),
      },
    ],
    'user.asked': press('Send'),
    'user.suggested': [
      { ...press('Is everything ok?'), event: { type: 'user.suggested', text: 'Is everything ok?' } },
      {
        ...press('How many records failed today?'),
        event: { type: 'user.suggested', text: 'How many records failed today?' },
      },
      {
        ...press('Create a connector from Shopify to HubSpot'),
        event: { type: 'user.suggested', text: 'Create a connector from Shopify to HubSpot' },
      },
    ],
    'user.stopped': press('Stop'),
    'user.startedNew': press('New chat'),
    'user.listed': press('Earlier chats'),
    'user.returned': press('Back to the chat'),
    'user.chose': {
      ...press('Continue the chat Pause Orders'),
      event: { type: 'user.chose', id: ids.conversation },
    },
    'user.removed': {
      ...press('Delete the chat Pause Orders'),
      event: { type: 'user.removed', id: ids.conversation },
    },
    'user.pressed': {
      ...press('Pause'),
      event: { type: 'user.pressed', key: `${ids.answer}/0` },
    },
  },
  assertions: {
    closed: () => expect(screen.queryByRole('complementary')).toBeNull(),
    loading: sees,
    refreshing: sees,
    ready: sees,
    asking: (snapshot) => {
      sees(snapshot)
      expect(within(screen.getByRole('log')).getByText('Reading…')).toBeTruthy()
    },
    pressing: (snapshot) => {
      sees(snapshot)
      expect(button('Pause')?.getAttribute('aria-disabled')).toBe('true')
    },
    listing: listed,
    listed,
    removing: listed,
  },
  delays: {},
  // What failed and which page is shown change nothing of what can be done.
  project: ({ draft, waiting, messages, asked, conversations, done }) => ({
    ...{
      draft: draft === '' ? 'none' : 'some',
      turns: messages.length > 0,
      asked: asked !== null,
      waiting: waiting !== null,
      conversations: conversations.length,
      done: Object.keys(done).length,
    },
  }),
  invariants: {
    'a question of a page is asked, or waits until it can be': {
      when: ({ event }) => event.type === 'page.asked' && event['text'] !== '',
      holds: ({ after }) => {
        expect(after.matches('closed') || after.matches('listed')).toBe(false)
        expect(after.context.waiting ?? after.context.asked?.message).toBe('How do I map fields?')
      },
    },
    'what is typed stays when something else is asked': {
      when: ({ event }) => event.type === 'page.asked' || event.type === 'user.suggested',
      holds: ({ before, after }) => expect(after.context.draft).toBe(before.context.draft),
    },
    'what was asked stands in the field again when it was stopped or failed': {
      when: ({ before, after, event }) =>
        before.matches('asking') && after.matches('ready') && event.type !== 'xstate.done.actor.ask',
      holds: ({ after }) => expect(after.context.draft).not.toBe(''),
    },
    'the page of a question stays the one that it was asked on': {
      when: ({ before, after, event }) => event.type === 'page.moved' && before.matches('asking') && after.matches('asking'),
      holds: ({ before, after }) => expect(after.context.asked?.place).toEqual(before.context.asked?.place),
    },
    'a figure without a fact is not shown': {
      when: ({ after }) => after.matches('ready') && hasTurn(after),
      holds: () => expect(screen.getAllByRole('log')[0]?.textContent).toContain('Orders has 2 open runs, and nothing else.'),
    },
    'a deleted chat is not shown any more': {
      when: ({ event }) => event.type === 'xstate.done.actor.remove',
      holds: ({ after }) => expect(after.context.conversationId).toBeNull(),
    },
  },
  exits: ['2', 'Open the connector'],
}

describe('the panel of the assistant', () => {
  verifyShape(assistantMachine)
  verifyEveryEdge(assistantMachine, fixture)
})

function showsProblem({ context }: AssistantSnapshot) {
  expect(screen.queryByRole('alert') !== null).toBe(context.problem !== null)
}

function sees(snapshot: AssistantSnapshot) {
  showsProblem(snapshot)
  const { context } = snapshot
  expect((field() as HTMLTextAreaElement).value).toBe(context.draft)
  const isEmpty = context.messages.length === 0 && context.asked === null
  expect(screen.queryByRole('heading', { name: 'Hello Mary' }) !== null).toBe(isEmpty && !snapshot.matches('loading'))
  const place = context.place.page === 'dashboard' ? 'About: Dashboard' : 'About: This connector'
  expect(screen.getAllByText(place).length).toBeGreaterThan(0)
}

function listed(snapshot: AssistantSnapshot) {
  showsProblem(snapshot)
  expect(field()).toBeNull()
  expect(screen.queryByRole('list', { name: 'Earlier chats' }) !== null).toBe(snapshot.context.conversations.length > 0)
}
