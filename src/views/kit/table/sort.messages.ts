/** Sorting a table where there is no head to press. */
export const sortMessages = {
  by: 'Sort by',
  none: 'Not sorted',
  ascending: 'Ascending. Press for descending.',
  descending: 'Descending. Press for ascending.',
}
