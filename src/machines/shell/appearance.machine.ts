import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate'
import { unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

export const selectChoice = ({ value }: AppearanceSnapshot) => (value === 'opening' ? 'system' : value)

export type Choice = 'system' | 'light' | 'dark'

/** `browser.*`: it was chosen in another tab. */
export type AppearanceEvent = {
  readonly type: `${'user' | 'browser'}.chose${Capitalize<Choice>}`
}

/** Which colours a person wants. To be in a state is to show it, to keep it, and to hear what other tabs choose. */
export const appearanceMachine = setup({
  types: {
    context: {} as { readonly kept: Choice },
    events: {} as AppearanceEvent,
    input: {} as { readonly kept: Choice },
  },
  actors: {
    showChoice: unprovidedCallbackActor<{ readonly choice: Choice }>('showChoice'),
  },
  guards: {
    keptIs: ({ context }, params: { readonly choice: Choice }) => context.kept === params.choice,
  },
}).createMachine({
  id: 'appearance',
  context: ({ input }) => input,
  on: {
    'user.choseSystem': '.system',
    'user.choseLight': '.light',
    'user.choseDark': '.dark',
    'browser.choseSystem': '.system',
    'browser.choseLight': '.light',
    'browser.choseDark': '.dark',
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: { type: 'keptIs', params: { choice: 'light' } }, target: 'light' },
        { guard: { type: 'keptIs', params: { choice: 'dark' } }, target: 'dark' },
        { target: 'system' },
      ],
    },
    // A page that cannot show a choice keeps the colours that it has.
    system: { invoke: { id: 'showSystem', src: 'showChoice', input: { choice: 'system' }, onError: {} } },
    light: { invoke: { id: 'showLight', src: 'showChoice', input: { choice: 'light' }, onError: {} } },
    dark: { invoke: { id: 'showDark', src: 'showChoice', input: { choice: 'dark' }, onError: {} } },
  },
})

export type AppearanceActor = ActorRefFrom<typeof appearanceMachine>
export type AppearanceSnapshot = SnapshotFrom<typeof appearanceMachine>
