/** A request body for an endpoint. */
export interface EndpointBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}
