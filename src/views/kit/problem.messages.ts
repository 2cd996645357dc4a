/** What stands around a problem: its own title and message come from the problem catalogue. */
export const problemMessages = {
  answered: (hasStatus: boolean, size: string | null) =>
    `The system responded${hasStatus ? ' with {status}' : ''}${size === null ? '' : `, ${size}`}`,
  noText: 'The response is empty.',
  answer: 'Answer',
  headers: 'Headers',
  headerCount: (count: string) => `Headers (${count})`,
  possibleNow: (moves: readonly string[]) => `Available now: ${moves.length === 0 ? 'nothing' : moves.join(', ')}.`,
  request: 'Request {id}',
}
