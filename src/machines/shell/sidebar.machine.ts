import { type ActorRefFrom, assign, setup } from 'xstate'

import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

/** What the browser knows when the menu is first drawn. */
export type SidebarInput = {
  /** As the person left it on a wide screen. */
  readonly isExpanded: boolean
  /** Below the breakpoint there is no room beside the page. */
  readonly isSlim: boolean
}

export type SidebarEvent =
  | { readonly type: 'user.toggled' }
  | { readonly type: 'user.left' }
  | { readonly type: 'browser.narrowed' }
  | { readonly type: 'browser.widened' }

/** The menu: beside the page where there is room, over it where there is none. `core-platform.md` section 2, layout and menu. */
export const sidebarMachine = setup({
  types: { context: {} as SidebarInput, events: {} as SidebarEvent, input: {} as SidebarInput },
  actors: {
    /** Says `browser.narrowed` and `browser.widened`. */
    watchWidth: unprovidedCallbackActor<void>('watchWidth'),
    keepChoice: unprovidedCallbackActor<{ readonly isExpanded: boolean }>('keepChoice'),
  },
  guards: {
    screenIsSlim: ({ context }) => context.isSlim,
    expandedIsWanted: ({ context }) => context.isExpanded,
  },
  actions: {
    rememberExpanded: assign({ isExpanded: true }),
    rememberCollapsed: assign({ isExpanded: false }),
  },
}).createMachine({
  id: 'sidebar',
  context: ({ input }) => input,
  // A browser that does not tell its width keeps the menu that it began with.
  invoke: { id: 'watchWidth', src: 'watchWidth', onError: {} },
  on: { 'browser.narrowed': '.slim', 'browser.widened': '.wide' },
  initial: 'opening',
  states: {
    opening: {
      always: [{ guard: 'screenIsSlim', target: 'slim' }, { target: 'wide' }],
    },
    wide: {
      initial: 'returning',
      states: {
        returning: {
          always: [{ guard: 'expandedIsWanted', target: 'expanded' }, { target: 'collapsed' }],
        },
        // A choice that cannot be kept holds until the page is left.
        expanded: {
          entry: 'rememberExpanded',
          invoke: { id: 'keepExpanded', src: 'keepChoice', input: { isExpanded: true }, onError: {} },
          on: { 'user.toggled': 'collapsed' },
        },
        collapsed: {
          entry: 'rememberCollapsed',
          invoke: { id: 'keepCollapsed', src: 'keepChoice', input: { isExpanded: false }, onError: {} },
          on: { 'user.toggled': 'expanded' },
        },
      },
    },
    slim: {
      initial: 'closed',
      states: {
        closed: { on: { 'user.toggled': 'open' } },
        open: { on: { 'user.left': 'closed' } },
      },
    },
  },
})

export type SidebarActor = ActorRefFrom<typeof sidebarMachine>
