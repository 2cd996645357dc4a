/** What stands around every step of building a connector. */
export const builder = {
  untitled: 'Integration',
  opening: 'Opening the draft…',
}
