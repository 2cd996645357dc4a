/** How far a company came that begins. */
export const firstStepsMessages = {
  title: 'First steps',
  done: 'Done',
  toDo: 'To do',
  list: {
    created: 'Create a connector',
    deployed: 'Deploy it',
    delivered: 'Deliver the first record',
    automatic: 'Run automatically, on a schedule or by webhook',
  },
}
