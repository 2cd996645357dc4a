/** What the banner says of the operator's maintenance: apart, because few pages need it. */
export const installationMessages = {
  banner: 'The operator has Datacrane in maintenance: only administrators can reach it.',
  planned: 'The operator plans maintenance: then only administrators can reach Datacrane.',
}
