import type { RendererSnapshot } from './renderer.machine.ts'

export const selectChoice = (snapshot: RendererSnapshot) => snapshot.context.choice
/** The browser keeps less than this: after the page is loaded again, one's own JSON is gone. */
export const selectIsForgotten = (snapshot: RendererSnapshot) => snapshot.context.isForgotten
/** Whether what is shown came through the connector, and so is read from the server. */
export const selectIsTransaction = (snapshot: RendererSnapshot) => snapshot.matches('latest') || snapshot.matches('recent')
