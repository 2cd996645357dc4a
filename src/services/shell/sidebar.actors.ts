import { fromCallback } from 'xstate'

import { sidebarMachine } from '../../machines/shell/sidebar.machine.ts'
import { keepIsExpanded, readIsExpanded, readIsSlim, watchIsSlim } from './sidebar.service.ts'

export const liveSidebarMachine = sidebarMachine.provide({
  actors: {
    watchWidth: fromCallback(({ sendBack }) =>
      watchIsSlim((isSlim) => sendBack({ type: isSlim ? 'browser.narrowed' : 'browser.widened' })),
    ),
    keepChoice: fromCallback(({ input }) => keepIsExpanded(input.isExpanded)),
  },
})

export const keptSidebar = () => ({ isExpanded: readIsExpanded(), isSlim: readIsSlim() })
