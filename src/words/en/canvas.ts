/** The canvas of the mapping: two trees of fields and the lines between them. */
export const canvas = {
  name: 'Mapping canvas',
  source: 'Source',
  target: 'Destination',
  narrow: 'The canvas needs a wider screen. This is the same mapping as a table.',
  search: { source: 'Search source fields', target: 'Search destination fields' },
  hint: 'Drag from field to field, or pick one on each side. Keys: arrows move, Enter picks, Space chooses a line of the field, Delete removes it, Escape lets go.',
  fields: (side: string) => `Fields: ${side}`,
  none: { source: 'No field of the source is known yet.', target: 'No field of the destination is known yet.' },
  noneFits: 'No field fits the search.',
  required: 'required',
  missing: 'required, no line yet',
  picked: 'picked',
  joined: { source: (paths: string) => `goes to ${paths}`, target: (paths: string) => `comes from ${paths}` },
  /** Between what is said of one field. */
  comma: ', ',
  /** A field that a rule makes without a source. */
  byRule: 'a rule',
  rule: 'Rule',
  open: (name: string) => `Open ${name}`,
  shut: (name: string) => `Close ${name}`,
  said: {
    idle: 'No field is picked.',
    picked: (path: string) => `${path} is picked. Now pick a field on the other side.`,
    chosen: (source: string, target: string) => `Line chosen: ${source} to ${target}.`,
    refused: (path: string, why: string) => `${path}: ${why}`,
  },
  remove: 'Delete line',
  release: 'Let go',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
}
