const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
const object = { 'application/json': { schema: { type: 'object' } } };
const html = { 'text/html': { schema: text } };

/** The inspector's routes for the OpenAPI document; `failures` is what every operation may reply. */
export function webPaths(failures: object) {
  const get = (summary: string, content: object, parameters: readonly object[] = [], open = false) => ({
    get: {
      summary,
      ...(open ? { security: [] } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: { 200: { description: summary, content }, ...failures },
    },
  });
  const id = { parameters: [inPath('id')] };
  return {
    '/v1/documents/{id}/text': {
      ...id,
      ...get('A stretch of the extracted text, by bytes as sources name them', object, [
        inQuery('start', count),
        inQuery('end', count),
      ]),
    },
    '/v1/readings/{id}/export': {
      ...id,
      ...get('A reading as one HTML file that needs nothing else', html, [inQuery('with', text)]),
    },
    '/v1/runs': get('Training runs and evaluations, latest first', object),
    '/v1/runs/{id}/metrics': {
      ...id,
      ...get('The metrics of a training run, from a byte on', object, [
        inQuery('from', count),
        inQuery('of', { enum: ['metrics', 'cold-start'] }),
      ]),
    },
    '/v1/runs/{id}/trajectories': {
      ...id,
      ...get('The trajectories kept of a training run, from a byte on', object, [inQuery('from', count)]),
    },
    '/v1/runs/{id}/trajectories/{at}': {
      parameters: [inPath('id'), inPath('at')],
      ...get('One trajectory with its conversations', object),
    },
    '/v1/runs/{id}/evaluation': {
      ...id,
      ...get('The summary of an evaluation, and where its report can be seen', object),
    },
    '/reports/{ticket}/{file}': {
      parameters: [inPath('ticket'), inPath('file')],
      ...get('A report of the lab, for a frame', html, [], true),
    },
  };
}
