/** A body that is sent to an endpoint. */
export interface EndpointBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}
