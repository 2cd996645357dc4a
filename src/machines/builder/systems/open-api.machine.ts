import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { ChosenFile } from '../../kit/chosen-file.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import type { OpenApi, OpenApiRead, Operation, UnreadOpenApi } from './openapi.ts'

export const selectText = ({ context }: OpenApiSnapshot) => context.text
export const selectAddress = ({ context }: OpenApiSnapshot) => context.address
export const selectFault = ({ context }: OpenApiSnapshot) => context.fault
export const selectProblem = ({ context }: OpenApiSnapshot) => context.problem
/** Null until one was read. */
export const selectOpenApi = ({ context }: OpenApiSnapshot) => context.openApi
export const selectSearch = ({ context }: OpenApiSnapshot) => context.search
export const selectOperation = ({ context }: OpenApiSnapshot) => context.operation
/** Where the document stands; null where nobody knows. */
export const selectBase = ({ context }: OpenApiSnapshot) => context.read?.base ?? null
export const selectCanFetch = (snapshot: OpenApiSnapshot) => !snapshot.hasTag('busy') && snapshot.can({ type: 'user.fetched' })

type Busy = 'opening' | 'fetching' | 'reading'
/** What is being done; null when nothing. */
export const selectBusy = (snapshot: OpenApiSnapshot): Busy | null =>
  (['opening', 'fetching', 'reading'] as const).find((it) => snapshot.matches({ looking: it })) ?? null

export type OpenApiEvent =
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.wroteAddress'; readonly address: string }
  | { readonly type: 'user.choseFile'; readonly file: ChosenFile }
  | { readonly type: 'user.fetched' }
  | { readonly type: 'user.stopped' }
  | { readonly type: 'user.searched'; readonly search: string }
  | { readonly type: 'user.choseOperation'; readonly operation: Operation }
  | { readonly type: 'user.choseAnother' }
  | { readonly type: 'user.used' }
  | { readonly type: 'user.left' }

/** A text, and where it stands; null where nobody knows. */
export type DocumentText = { readonly text: string; readonly base: string | null }

export const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && URL.canParse(address)

/** A document that describes an API, pasted, chosen or fetched; and one of its operations. */
export const openApiMachine = setup({
  types: {
    context: {} as {
      /** What was pasted, and the address, as they were written. */
      readonly text: string
      readonly address: string
      /** The one that was chosen last. */
      readonly file: ChosenFile | null
      /** What is read, or was read last. */
      readonly read: DocumentText | null
      readonly openApi: OpenApi | null
      readonly fault: UnreadOpenApi | null
      /** Narrows the operations. */
      readonly search: string
      readonly operation: Operation | null
      readonly problem: Problem | null
    },
    events: {} as OpenApiEvent,
    tags: {} as 'busy',
  },
  actors: {
    openFile: unprovidedActor<string, { readonly file: ChosenFile }>('openFile'),
    fetchDocument: unprovidedActor<DocumentText, { readonly address: string }>('fetchDocument'),
    readDocument: unprovidedActor<OpenApiRead, { readonly text: string }>('readDocument'),
  },
  guards: {
    nothingIsWritten: (_, { text }: { readonly text: string }) => text.trim() === '',
    addressIsGood: ({ context: { address } }) => isWebAddress(address),
    itIsRead: (_, { read }: { readonly read: OpenApiRead }) => 'document' in read,
  },
  actions: {
    write: assign((_, { text }: { readonly text: string }) => ({ text, read: { text, base: null } })),
    writeAddress: assign((_, { address }: { readonly address: string }) => ({ address })),
    rememberFile: assign((_, { file }: { readonly file: ChosenFile }) => ({ file, text: '' })),
    forgetText: assign({ text: '' }),
    /** What was found in a document before is not of the next one. */
    forgetFound: assign({ openApi: null, fault: null, search: '', operation: null, problem: null }),
    rememberText: assign((_, read: DocumentText) => ({ read })),
    rememberRead: assign((_, { read }: { readonly read: OpenApiRead }) =>
      'document' in read ? { openApi: read } : { fault: read },
    ),
    rememberSearch: assign((_, { search }: { readonly search: string }) => ({ search })),
    rememberOperation: assign((_, { operation }: { readonly operation: Operation }) => ({ operation })),
    forgetOperation: assign({ operation: null }),
    /** Whoever draws it closes it; what was read stays for the next time. */
    tellLeft: () => {},
    rememberProblem: assign(keepProblem),
  },
}).createMachine({
  id: 'open-api',
  context: {
    ...{ text: '', address: '', file: null, read: null },
    ...{ openApi: null, fault: null, search: '', operation: null, problem: null },
  },
  initial: 'looking',
  states: {
    looking: {
      initial: 'waiting',
      on: {
        'user.wrote': [
          {
            guard: { type: 'nothingIsWritten', params: ({ event }) => event },
            target: '.waiting',
            actions: [{ type: 'write', params: ({ event }) => event }, 'forgetFound'],
          },
          { target: '.reading', actions: { type: 'write', params: ({ event }) => event } },
        ],
        'user.wroteAddress': { actions: { type: 'writeAddress', params: ({ event }) => event } },
        'user.choseFile': { target: '.opening', actions: { type: 'rememberFile', params: ({ event }) => event } },
        'user.left': { actions: 'tellLeft' },
        'user.fetched': { guard: 'addressIsGood', target: '.fetching', actions: 'forgetText' },
      },
      states: {
        waiting: {},
        opening: {
          tags: 'busy',
          entry: 'forgetFound',
          invoke: {
            id: 'openFile',
            src: 'openFile',
            input: ({ context }) => ({ file: known(context.file, 'file') }),
            onDone: {
              target: 'reading',
              actions: { type: 'rememberText', params: ({ event }) => ({ text: event.output, base: null }) },
            },
            onError: { target: 'waiting', actions: rememberProblem },
          },
          on: { 'user.stopped': 'waiting', 'user.left': 'waiting' },
        },
        fetching: {
          tags: 'busy',
          entry: 'forgetFound',
          invoke: {
            id: 'fetchDocument',
            src: 'fetchDocument',
            input: ({ context: { address } }) => ({ address }),
            onDone: {
              target: 'reading',
              actions: { type: 'rememberText', params: ({ event }) => event.output },
            },
            onError: { target: 'waiting', actions: rememberProblem },
          },
          on: { 'user.stopped': 'waiting', 'user.left': 'waiting' },
        },
        reading: {
          tags: 'busy',
          entry: 'forgetFound',
          invoke: {
            id: 'readDocument',
            src: 'readDocument',
            input: ({ context }) => ({ text: known(context.read, 'text').text }),
            onDone: [
              {
                guard: { type: 'itIsRead', params: ({ event }) => ({ read: event.output }) },
                target: 'choosing',
                actions: { type: 'rememberRead', params: ({ event }) => ({ read: event.output }) },
              },
              { target: 'waiting', actions: { type: 'rememberRead', params: ({ event }) => ({ read: event.output }) } },
            ],
            onError: { target: 'waiting', actions: rememberProblem },
          },
          on: { 'user.stopped': 'waiting', 'user.left': 'waiting' },
        },
        choosing: {
          on: {
            'user.searched': { actions: { type: 'rememberSearch', params: ({ event }) => event } },
            'user.choseOperation': {
              target: '#chosen',
              actions: { type: 'rememberOperation', params: ({ event }) => event },
            },
          },
        },
      },
    },
    /** What it would fill in is shown; whoever draws it uses it, and closes. */
    chosen: {
      id: 'chosen',
      on: {
        'user.choseAnother': { target: 'looking.choosing', actions: 'forgetOperation' },
        'user.used': { target: 'looking.choosing', actions: 'forgetOperation' },
        'user.left': { target: 'looking.choosing', actions: 'forgetOperation' },
      },
    },
  },
})

export type OpenApiActor = ActorRefFrom<typeof openApiMachine>
export type OpenApiSnapshot = SnapshotFrom<typeof openApiMachine>
