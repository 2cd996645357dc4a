/** As much of a browser's file as is needed. */
export type ChosenFile = { readonly name: string; readonly size: number; readonly text: () => Promise<string> }
