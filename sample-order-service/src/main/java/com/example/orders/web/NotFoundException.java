package com.example.orders.web;

/** Thrown if the requested resource does not exist; the answer is 404. The message is shown to the client. */
public class NotFoundException extends RuntimeException {

    public NotFoundException(String message) {
        super(message);
    }
}
