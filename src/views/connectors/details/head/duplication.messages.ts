import { countedIn } from '#src/views/kit/format/counted.ts'

const counted = countedIn('en')
const enterAgain = counted({
  one: 'Enter # secret again before you deploy it.',
  other: 'Enter # secrets again before you deploy it.',
})

/** Copying a connector into a draft. */
export const duplicationMessages = {
  duplicate: 'Duplicate',
  copying: 'Copying…',
  copied: (name: string) => `${name} is a draft. It runs only after you deploy it.`,
  needs: (name: string, secrets: number) => `${name} is a draft. ${enterAgain(secrets)}`,
  refused: 'Could not copy the connector',
  again: 'Try again',
  leave: 'Close',
}
