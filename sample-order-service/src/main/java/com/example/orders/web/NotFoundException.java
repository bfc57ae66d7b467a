package com.example.orders.web;

/** What was asked for does not exist; the answer is 404. The message is shown to the client. */
public class NotFoundException extends RuntimeException {

    public NotFoundException(String message) {
        super(message);
    }
}
