/** What a person writes and chooses in the dialog of a list. */
import type { ListProcessingSnapshot } from '#src/machines/builder/lists/list-processing.machine.ts'
import { isPlaced, type ListChoices, type ListTextField, shownFields } from '#src/machines/builder/lists/list-settings.ts'
import { choose, write } from '../../kit/drivers.ts'
import { changedIn, chosenBy, labels } from './list-processing.invariants.ts'

/** What was accepted stays, whatever is done afterwards: of what could be done alike with it and without it, this is without. */
export const isUnproved = ({ context: { proof } }: ListProcessingSnapshot) => proof === null

/** Of the many configurations that a list could be turned on, turned off or configured again with alike, these are. */
export const isAsFound = (snapshot: ListProcessingSnapshot) =>
  isUnproved(snapshot) && [undefined, 'batchSize'].includes(changedIn(snapshot.context.written))

function isAt(choices: string) {
  return (snapshot: ListProcessingSnapshot) => {
    const { settings, written, isRevealed, isDeclined } = snapshot.context
    const isUntouched = settings.config === null && !isRevealed && !isDeclined && isUnproved(snapshot)
    return isUntouched && chosenBy(written) === choices && changedIn(written) === undefined
  }
}

export function writes(field: ListTextField, text: string, choices: string) {
  const says = text.length > 20 ? `write something long under "${labels[field]}"` : write(text, labels[field]).says
  return {
    ...write(text, labels[field]),
    says,
    event: { type: 'user.wrote', field, text } as const,
    when: isAt(choices),
    behind: ({ context: { written } }: ListProcessingSnapshot) => !shownFields(written).includes(field),
  }
}

export function chooses(choice: Partial<ListChoices>, choices: string) {
  return { event: { type: 'user.chose', choice } as const, when: isAt(choices) }
}

export function paged(option: string, choice: Partial<ListChoices>, choices: string) {
  return {
    ...choose(option, 'Pagination type'),
    ...chooses(choice, choices),
    behind: ({ context: { written } }: ListProcessingSnapshot) => written.type !== 'pagination',
  }
}

export function placed(option: string, choice: Partial<ListChoices>, choices: string) {
  return {
    ...choose(option, 'Send in'),
    ...chooses(choice, choices),
    behind: ({ context: { written } }: ListProcessingSnapshot) => !isPlaced(written),
  }
}

export function changed(option: string, choice: Partial<ListChoices>, choices: string) {
  return { ...choose(option, 'Read only changes'), ...chooses(choice, choices) }
}
